"""A vault in a repository, a server process for it, and the SDK's client."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal, NamedTuple

from anyio.from_thread import BlockingPortal
from mcp import StdioServerParameters
from mcp.client.client import Client
from mcp.client.stdio import stdio_client

from tests.memory.repositories import ENVIRONMENT, make_repository
from tests.program import HOUSE, copy_example, update

PROGRAM = "import sys; from vaultkit.cli.main import vaultkit; sys.exit(vaultkit())"
Transport = Literal["stdio", "http"]


class World(NamedTuple):
    """Where a server works."""

    vault: Path
    home: Path

    @property
    def environment(self) -> dict[str, str]:
        kept = {key: value for key, value in os.environ.items() if not key.startswith("VAULTKIT_")}
        own = {"HOME": self.home, "VAULTKIT_HOME": self.home, "XDG_CONFIG_HOME": self.home, "PYTHONPATH": HOUSE}
        return {**kept, **ENVIRONMENT, **{key: str(value) for key, value in own.items()}}

    def start(self, *arguments: str) -> subprocess.Popen[str]:
        """`vaultkit graph serve`, as the plugin calls it."""
        return subprocess.Popen(
            [sys.executable, "-c", PROGRAM, "graph", "serve", *arguments],
            **dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE),
            cwd=self.vault,
            env=self.environment,
            text=True,
        )

    @contextmanager
    def http(self) -> Iterator[str]:
        """The address of a server that is up."""
        process = self.start("--http", "0")
        try:
            assert process.stderr is not None
            words = process.stderr.readline().split()
            assert words[:2] == ["serving", "on"], words
            yield words[2]
        finally:
            process.terminate()
            process.communicate(timeout=20)

    def stdio(self) -> Client:
        """A client that starts a server of its own."""
        arguments = ["-c", PROGRAM, "graph", "serve"]
        return Client(
            stdio_client(
                StdioServerParameters(command=sys.executable, args=arguments, env=self.environment, cwd=self.vault)
            )
        )


class Caller(NamedTuple):
    """A client that waits for its answers."""

    client: Client
    portal: BlockingPortal

    def __call__(self, tool: str, **arguments: Any) -> tuple[dict[str, Any], bool]:
        """The record that a tool answers, and whether it is an error. The text of the answer is the same."""
        result = self.portal.call(self.client.call_tool, tool, arguments)
        (content,) = result.content
        assert result.structured_content == json.loads(content.text)
        return result.structured_content, result.is_error

    def read(self, uri: str) -> str:
        (content,) = self.portal.call(self.client.read_resource, uri).contents
        return content.text


def make_world(folder: Path) -> World:
    """The example vault with its graph, in a repository with a commit."""
    vault = copy_example(folder / "vault")
    make_repository(vault)
    update(vault)
    (folder / "home").mkdir()
    return World(vault, folder / "home")
