"""Locks and records of the tests lie in a place of their own."""

from __future__ import annotations

from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True, scope="session")
def state(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("VAULTKIT_HOME", str(tmp_path_factory.mktemp("home")))
        yield
