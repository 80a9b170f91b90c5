"""One world and one server for each transport: to start one costs more than all that is asked."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from anyio.from_thread import BlockingPortal, start_blocking_portal
from mcp.client.client import Client

from tests.server.world import Caller, World, make_world


@pytest.fixture(scope="session")
def world(tmp_path_factory: pytest.TempPathFactory) -> World:
    return make_world(tmp_path_factory.mktemp("mcp"))


@pytest.fixture(scope="session")
def portal() -> Iterator[BlockingPortal]:
    with start_blocking_portal() as portal:
        yield portal


@pytest.fixture(scope="session")
def address(world: World) -> Iterator[str]:
    with world.http() as address:
        yield address


@pytest.fixture(scope="session", params=["stdio", "http"])
def call(request: pytest.FixtureRequest, world: World, portal: BlockingPortal, address: str) -> Iterator[Caller]:
    with ExitStack() as stack:
        client = world.stdio() if request.param == "stdio" else Client(address)
        yield Caller(stack.enter_context(portal.wrap_async_context_manager(client)), portal)
