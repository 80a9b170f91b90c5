"""What tools answer is what the command line answers, in a budget; nonsense is told, and is never a bug."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graph.codec import encode_json
from graph.text import count_tokens
from tests.memory.repositories import make_repository
from tests.server.world import World
from vaultkit.cli.main import GRAPHIFY, VAULTKIT, run
from vaultkit.errors import VaultkitError
from vaultkit.memory.mem.store import find_place, recall_all
from vaultkit.server import answering, tools
from vaultkit.server.answering import answer
from vaultkit.server.arguments import LEAST
from vaultkit.server.fitting import cost, fitted
from vaultkit.server.tools import TOOLS, Served

PLENTY = 100_000


@pytest.fixture
def served(world: World, monkeypatch: pytest.MonkeyPatch) -> Served:
    _live_in(world.home, world.vault, monkeypatch)
    return Served(None, world.vault)


def _live_in(home: Path, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("VAULTKIT_VAULT", raising=False)
    for name in ("HOME", "VAULTKIT_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(name, str(home))
    monkeypatch.setenv("VAULTKIT_NOW", "2024-01-15T10:30:00+00:00")
    monkeypatch.chdir(folder)


PAIRS: dict[str, tuple[dict[str, Any], list[str]]] = {
    "query_graph": ({"question": "how do we roll back?"}, ["query", "how do we roll back?", "--budget", str(PLENTY)]),
    "shortest_path": ({"source": "Home", "target": "Lock levels"}, ["path", "Home", "Lock levels"]),
    "god_nodes": ({"top": 5, "tags": ["tool"]}, ["gods", "--top", "5", "--tag", "tool"]),
    "affected": ({"node": "Home", "tags": ["type"]}, ["affected", "Home", "--tag", "type"]),
    "search_notes": ({"text": "lock", "top": 3}, ["notes", "--text", "lock", "--top", "3"]),
    "recall": ({"question": "lock timeout", "top": 5}, ["ask", "lock timeout", "-k", "5", "--budget", str(PLENTY)]),
}


OWN = {"tokens", "truncated", "behind", "total", "vault"}
"""What an answer says of itself."""


def assert_told(record: Any, said: Any) -> None:
    """What stands in an answer stands in that of the command line too; lists are as long, nodes may be brief."""
    if isinstance(record, dict):
        for key, value in record.items():
            assert_told(value, said.get(key, ""))
    elif isinstance(record, list):
        assert len(record) == len(said)
        for one, other in zip(record, said, strict=True):
            assert_told(one, other)
    else:
        assert record == said


@pytest.mark.parametrize("tool", PAIRS)
def test_the_command_line_says_the_same(served: Served, tool: str, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    arguments, words = PAIRS[tool]
    program, commands = ("graphify", GRAPHIFY) if words[0] in GRAPHIFY else ("vaultkit", VAULTKIT)
    assert run(program, commands, "", [*words, "--json"]) == 0
    said = json.loads(capfdbinary.readouterr().out)
    record = json.loads(encode_json(answer(served, tool, {**arguments, "budget": PLENTY}).record))
    assert record.pop("truncated") is False
    assert said.keys() <= record.keys() | OWN
    assert_told({key: value for key, value in record.items() if key not in OWN}, said)


def test_get_node_and_neighbors_are_the_explanation(served: Served, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    assert run("graphify", GRAPHIFY, "", ["explain", "Home", "--json"]) == 0
    said = json.loads(capfdbinary.readouterr().out)
    node = answer(served, "get_node", {"node": "Home"}).record
    near = answer(served, "neighbors", {"node": "Home", "budget": PLENTY}).record
    assert node["node"] == said["node"]
    for way in ("out", "in"):
        assert node[way] == {relation: len(edges) for relation, edges in said[way].items()}
        end = {"out": "target", "in": "source"}[way]
        ends = {relation: [each["id"] for each in group] for relation, group in near[way].items()}
        assert ends == {relation: [each[end] for each in edges] for relation, edges in said[way].items()}


@pytest.mark.parametrize("budget", [LEAST, 400, 1000])
@pytest.mark.parametrize("tool", [*PAIRS, "neighbors"])
def test_the_budget_is_kept(served: Served, tool: str, budget: int) -> None:
    arguments = {**PAIRS.get(tool, ({"node": "Home"}, []))[0], "budget": budget}
    record = answer(served, tool, arguments).record
    assert record["tokens"] <= budget
    assert abs(record["tokens"] - count_tokens(encode_json(record).decode())) <= 2
    whole = answer(served, tool, {**arguments, "budget": PLENTY}).record
    assert record["truncated"] == (whole["tokens"] > budget or record.get("hits") != whole.get("hits"))


texts = st.text(max_size=300)
items = st.dictionaries(st.sampled_from(["id", "summary", "label"]), texts, max_size=3)
records = st.fixed_dictionaries(
    {"nodes": st.lists(items, max_size=9), "out": st.dictionaries(texts, st.lists(items, max_size=5), max_size=3)},
    optional={"why": texts},
)


@settings(max_examples=100, deadline=None)
@given(records, st.integers(LEAST, 2000))
def test_fitting_keeps_the_best_and_tells_the_rest(record: dict[str, Any], budget: int) -> None:
    before = json.dumps(record)
    fit = fitted(record, budget)
    assert json.dumps(record) == before
    assert fit["truncated"] == (cost({**record, "tokens": 0, "truncated": False}) > budget)
    if not fit["truncated"]:
        assert {**record, "tokens": fit["tokens"], "truncated": False} == fit
    assert [list(each) for each in fit["nodes"]] == [list(each) for each in record["nodes"][: len(fit["nodes"])]]
    assert fit["out"].keys() == record["out"].keys()
    assert all(len(fit["out"][key]) <= len(record["out"][key]) for key in fit["out"])
    frame = cost({**record, "nodes": [], "out": {key: [] for key in record["out"]}})
    assert fit["tokens"] <= max(budget, frame + 20)


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=5,
)
names = st.sampled_from(["question", "node", "source", "target", "tags", "top", "depth", "budget", "text", "layers"])
READING = [name for name, tool in TOOLS.items() if not tool.writes]


@pytest.mark.parametrize("tool", READING)
def test_nonsense_is_never_a_bug(served: Served, tool: str) -> None:
    @settings(max_examples=15, deadline=None)
    @given(st.dictionaries(names | texts, values | texts, max_size=4))
    def check(arguments: dict[str, Any]) -> None:
        record = answer(served, tool, arguments).record
        assert record.get("error") != "bug"
        assert json.loads(encode_json(record))

    check()


def test_a_bug_is_told_without_a_traceback(
    served: Served, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    def broken(*_: object) -> tools.Answer:
        raise ZeroDivisionError("secret inside")

    monkeypatch.setattr(answering, "TOOLS", {"get_node": TOOLS["get_node"]._replace(answer=broken)})
    record, is_error = answer(served, "get_node", {"node": "Home"})
    assert is_error and record["error"] == "bug" and "secret" not in record["message"]
    said = capfd.readouterr()
    assert said.out == "" and "ZeroDivisionError" in said.err


def test_remembered_in_git_notes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = make_repository(tmp_path / "project")
    _live_in(tmp_path, folder, monkeypatch)
    wanted = {"content": {"decision": "two queues"}, "tags": ["queue", "#work"], "importance": "high"}
    record = answer(Served(None, folder), "remember", wanted).record
    assert record["kept_in"] == "git notes" and record["repository"] == str(folder)
    entry = recall_all(find_place(folder))[record["id"]]
    assert (entry["d"], entry["g"], entry["i"]) == ({"decision": "two queues"}, ["queue", "work"], "h")


@pytest.mark.parametrize("why", ["is in no git repository", "the repository has no commit yet"])
def test_remembered_on_the_shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, why: str) -> None:
    folder = tmp_path / "project"
    folder.mkdir()
    if "commit" in why:
        make_repository(folder, commits=0)
    _live_in(tmp_path, folder, monkeypatch)
    served = Served(None, folder)
    wanted = {"content": "Cabbages go on Mondays.", "tags": ["trade"], "importance": "high", "name": "cabbages"}
    record = answer(served, "remember", wanted).record
    assert (record["kept_in"], record["name"], record["scope"]) == ("shelf", "memory:cabbages", "project")
    assert why in record["notes"][0] and record["notes"][1:] == ["a shelf knows no importance: it was not kept"]
    hits = answer(served, "recall", {"question": "cabbages", "layers": ["shelf"]}).record["hits"]
    assert hits[0]["text"] == "Cabbages go on Mondays."
    again = answer(served, "remember", wanted)
    assert again.is_error and "says the same already" in again.record["message"]


def test_without_a_graph(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _live_in(tmp_path, tmp_path, monkeypatch)
    record, is_error = answer(Served(None, tmp_path), "god_nodes", {})
    assert is_error and record["error"] == "failed" and "graphify PATH" in record["message"]


def test_a_graph_that_was_named(world: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its vault is searched, wherever the agent works."""
    _live_in(tmp_path, tmp_path, monkeypatch)
    served = Served(world.vault / "graphify-out" / "graph.json", tmp_path)
    assert answer(served, "get_node", {"node": "Home"}).record["node"]["id"] == "Home.md"
    assert answer(served, "search_notes", {"text": "migration"}).record["vault"] == os.fspath(world.vault)
    with pytest.raises(VaultkitError):
        Served(tmp_path / "graph.json", tmp_path).out()
