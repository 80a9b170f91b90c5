"""The SDK's client against the server, over stdio and over HTTP: every tool, with good arguments and bad ones."""

from __future__ import annotations

import json
import tomllib
from typing import Any

import anyio
import pytest
from mcp.client.client import Client
from mcp.shared.exceptions import MCPError

from tests.program import HOUSE, update
from tests.server.world import Caller, World
from vaultkit.server.resources import RESOURCES
from vaultkit.server.tools import TOOLS

CALLS: list[dict[str, Any]] = tomllib.loads((HOUSE / "tests/cases/server/calls.toml").read_text("utf-8"))["call"]
ISSUED = [
    *("query_graph", "get_node", "neighbors", "shortest_path", "god_nodes"),
    *("search_notes", "affected", "recall", "remember"),
]


@pytest.mark.parametrize("case", CALLS, ids=lambda case: f"{case['tool']}-{case.get('error', 'ok')}")
def test_call(call: Caller, case: dict[str, Any]) -> None:
    record, is_error = call(case["tool"], **case["arguments"])
    text = json.dumps(record, ensure_ascii=False, separators=(",", ":"))
    assert (record.get("error"), is_error) == (case.get("error"), "error" in case), text
    assert [words for words in case["says"] if words not in text] == [], text


def test_every_tool_is_listed_with_its_arguments(call: Caller) -> None:
    tools = call.portal.call(call.client.list_tools).tools
    assert [tool.name for tool in tools] == ISSUED == list(TOOLS)
    for tool in tools:
        schema = tool.input_schema
        assert schema["type"] == "object" and schema["additionalProperties"] is False
        assert all(field["description"] for field in schema["properties"].values())
        assert tool.annotations is not None and tool.annotations.read_only_hint == (tool.name != "remember")
    tested = {(case["tool"], "error" in case) for case in CALLS}
    assert tested == {(name, bad) for name in ISSUED for bad in (True, False)}


@pytest.mark.parametrize("name", ["query_grap", "reflect"])
def test_an_unknown_tool(call: Caller, name: str) -> None:
    with pytest.raises(MCPError, match=f"there is no tool '{name}'"):
        call(name)


def test_resources(call: Caller, world: World) -> None:
    assert [str(each.uri) for each in call.portal.call(call.client.list_resources).resources] == list(RESOURCES)
    assert call.read("graphify://report") == (world.vault / "graphify-out" / "GRAPH_REPORT.md").read_text("utf-8")
    gods = json.loads(call.read("graphify://god-nodes"))["gods"]
    assert [each["id"] for each in gods] == [each["id"] for each in call("god_nodes")[0]["gods"]] and len(gods) > 5
    with pytest.raises(MCPError, match="did you mean 'graphify://report'"):
        call.read("graphify://repor")


def test_what_was_remembered_is_recalled(call: Caller) -> None:
    (kept, _), (again, _) = (call("remember", content="Cabbages are shipped on Mondays.") for _ in range(2))
    assert kept == again
    (hit,) = call("recall", question="when are cabbages shipped?", layers=["git"])[0]["hits"]
    assert (hit["id"], hit["text"]) == (kept["id"], "Cabbages are shipped on Mondays.")


def test_a_new_graph_is_read_by_eight_clients(call: Caller, address: str, world: World) -> None:
    """Built while they ask: each answer is of the old graph or the new one, and after the build of the new one."""
    number = len(list(world.vault.glob("Zeppelin*.md")))
    name = f"Zeppelin {number}"
    assert call("get_node", node=name)[0]["error"] == "unknown"
    (world.vault / f"{name}.md").write_text("---\nsummary: It flies.\n---\nText.\n", "utf-8")
    behind = call("god_nodes", top=1)[0]["behind"]
    assert "1 new" in behind and "graphify" in behind

    async def ask(client: Client, answers: list[str]) -> None:
        while True:
            record = (await client.call_tool("neighbors", {"node": name})).structured_content
            assert record is not None
            answers.append(record.get("error", "known"))
            if answers[-1] == "known":
                return

    async def one(answers: list[str]) -> None:
        async with Client(address) as client:
            await ask(client, answers)

    async def crowd() -> list[list[str]]:
        answers: list[list[str]] = [[] for _ in range(8)]
        with anyio.fail_after(60):
            async with anyio.create_task_group() as group:
                group.start_soon(ask, call.client, answers[0])
                for each in answers[1:]:
                    group.start_soon(one, each)
                await anyio.sleep(0.2)
                await anyio.to_thread.run_sync(update, world.vault)
        return answers

    for each in call.portal.call(crowd):
        assert each == ["unknown"] * (len(each) - 1) + ["known"]
    assert "behind" not in call("god_nodes", top=1)[0]
