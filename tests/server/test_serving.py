"""How the server is run: what stdout carries, who may ask over HTTP, how it ends, what is said without the SDK."""

from __future__ import annotations

import http.client
import json
import re
import signal
import subprocess
import sys
from urllib.parse import urlsplit

import pytest

from tests.program import HOUSE
from tests.server.world import PROGRAM, World
from vaultkit.hosts.package import PLUGIN
from vaultkit.server.arguments import schema_of
from vaultkit.server.tools import TOOLS

HELLO = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}


def message(number: int, method: str, **parameters: object) -> str:
    return json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": parameters}) + "\n"


def test_stdout_carries_the_protocol_alone(world: World) -> None:
    """Whatever stands on stdin, whatever the tools do; and the server ends with its input."""
    lines = [
        message(0, "initialize", **HELLO),
        "garbage\n",
        message(1, "tools/call", name="search_notes", arguments={"text": "migration"}),
        message(2, "tools/call", name="get_node", arguments={"node": "\ud800"}),
        message(3, "no/such/method"),
        message(4, "tools/call", name="remember", arguments={"content": "Nothing is printed."}),
    ]
    process = world.start()
    assert process.stdin is not None and process.stdout is not None
    process.stdin.write("".join(lines))
    process.stdin.flush()
    answered = {json.loads(process.stdout.readline())["id"] for _ in range(4)}
    rest, errors = process.communicate(timeout=20)
    assert answered == {0, 1, 3, 4} and rest == ""
    assert process.returncode == 0 and "Traceback" not in errors


def test_an_interrupt_ends_it(world: World) -> None:
    process = world.start()
    assert process.stdin is not None and process.stdout is not None
    process.stdin.write(message(0, "initialize", **HELLO))
    process.stdin.flush()
    process.stdout.readline()
    process.send_signal(signal.SIGINT)
    assert process.wait(timeout=20) == -signal.SIGINT
    process.communicate()


FOREIGN = {
    "another name": ({"Host": "evil.example"}, 421),
    "another name, our port": ({"Host": "evil.example:{port}"}, 421),
    "another port": ({"Host": "localhost:1"}, 421),
    "a page from elsewhere": ({"Origin": "http://evil.example"}, 403),
    "a page of another server here": ({"Origin": "http://localhost:1"}, 403),
    "a page without an origin": ({"Origin": "null"}, 403),
    "nobody foreign": ({}, 200),
    "a page of ours": ({"Origin": "http://localhost:{port}"}, 200),
}


@pytest.mark.parametrize("headers, status", FOREIGN.values(), ids=FOREIGN)
def test_who_may_ask_over_http(address: str, headers: dict[str, str], status: int) -> None:
    port = urlsplit(address).port
    own = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}
    sent = own | {name: value.format(port=port) for name, value in headers.items()}
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    connection.request("POST", "/mcp", message(1, "tools/list"), sent)
    answer = connection.getresponse()
    assert answer.status == status
    assert (b"query_graph" in answer.read()) == (status == 200)
    connection.close()


def test_a_port_that_is_taken(world: World, address: str) -> None:
    process = world.start("--http", str(urlsplit(address).port))
    out, errors = process.communicate(timeout=60)
    assert (process.returncode, out, errors.count("\n")) == (1, "", 1)
    assert "cannot listen on port" in errors and "give another one" in errors


def test_without_the_sdk(world: World) -> None:
    program = f"import sys; sys.modules['mcp'] = None; {PROGRAM}"
    command = [sys.executable, "-c", program, "graph", "serve"]
    done = subprocess.run(command, env=world.environment, capture_output=True, text=True, check=False, timeout=60)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (1, "", 1)
    assert "uv tool install 'vaultkit[mcp]'" in done.stderr


def test_the_plugin_runs_it_by_a_name_of_our_own() -> None:
    (server,) = json.loads((PLUGIN / ".mcp.json").read_text("utf-8"))["mcpServers"].values()
    assert server == {"command": "vaultkit", "args": ["graph", "serve"]}


def test_the_docs_have_every_tool_with_its_arguments() -> None:
    text = (HOUSE / "docs" / "mcp.md").read_text("utf-8")
    for name, tool in TOOLS.items():
        (row,) = [line for line in text.splitlines() if line.startswith(f"| `{name}` |")]
        told = re.findall(r"`(\w+)`", row.rpartition(" | ")[2])
        assert told == [field for field in schema_of(tool.takes)["properties"] if field != "budget"]
