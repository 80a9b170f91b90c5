"""Answers about code say signature, place and who calls whom, in words and as JSON."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from graph.asking.query import Ambiguous
from graph.asking.wording import affected_text, certainty, explanation_text, path_text, unclear_text
from graph.model import EXTRACTED, Edge
from tests.program import update
from vaultkit.asking.questions import Narrowing, affected, explain, path, query

STORE = '''
class Store:
    """Keeps rows."""

    def put(self, row: str) -> None:
        """Write one row down."""
        # a full disk is told to the caller
        check(row)

    def size(self) -> int:
        return 0


def check(row: str) -> bool:
    return bool(row)
'''
USES = """
from store import Store


def fill(store: Store) -> None:
    store.put("x")


def main() -> None:
    fill(Store())
"""
TESTS = """
from store import Store


def test_put() -> None:
    Store().put("y")
"""

FILES = {"store.py": STORE, "uses.py": USES, "tests/test_store.py": TESTS, "README.md": "# Row\n"}


@pytest.fixture(scope="module")
def out(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("project")
    (root / "tests").mkdir()
    for name, text in {
        "store.py": STORE,
        "uses.py": USES,
        "tests/test_store.py": TESTS,
        "README.md": "# Row\n",
    }.items():
        (root / name).write_text(text)
    update(root)
    return root / "graphify-out"


def test_explain_says_signature_place_and_both_directions(out: Path) -> None:
    text = explanation_text(explain(out, "Store.put").answer)
    assert text.startswith("Store.put (store.py:5)\n  def put(self, row: str) -> None\n  Write one row down.\n")
    assert "-> calls (1)\n     check (store.py:L8)\n" in text
    assert "<- called by (2)\n" in text and "     fill (uses.py:L6)\n" in text


def test_affected_of_a_method_is_who_calls_it_not_its_class(out: Path) -> None:
    found = affected(out, "Store.put", 2).answer
    ids = {each.node.id: each.distance for each in found.dependents}
    assert ids.items() >= {"uses.py::fill": 1, "tests/test_store.py::test_put": 1, "uses.py::main": 2}.items()
    assert "store.py::Store" not in ids
    assert "1  fill (uses.py:5) --calls--> Store.put (uses.py:L6)\n" in affected_text(found)


def test_affected_of_a_class_or_file_is_who_needs_anything_in_it(out: Path) -> None:
    for name in ("Store", "store.py"):
        ids = {each.node.id for each in affected(out, name, 1).answer.dependents}
        assert "uses.py::fill" in ids and not [each for each in ids if each.startswith("store.py")]


def test_a_path_goes_from_caller_to_callee(out: Path) -> None:
    start, goal, found = path(out, "uses.main", "store.check", undirected=False).answer
    lines = path_text(found, start, goal).splitlines()
    assert lines[0] == "main (uses.py:9)"
    assert [line.split()[:2] for line in lines[1:]] == [
        ["--calls-->", "fill"],
        ["--calls-->", "Store.put"],
        ["--calls-->", "check"],
    ]
    assert not path(out, "store.check", "uses.main", undirected=False).answer[2].found


def test_candidates_are_told_apart_by_kind_and_place(out: Path) -> None:
    found = explain(out, "store").answer
    words = unclear_text(found) if isinstance(found, Ambiguous) else explanation_text(found)
    assert "store.py" in words


def test_an_answer_quotes_lines_of_symbols(out: Path) -> None:
    cut = query(out, "what happens when the disk is full", Narrowing()).answer
    assert cut.nodes[0].node.id == "store.py::Store.put"
    assert ("store.py", 7, "# a full disk is told to the caller") in cut.quotes


def test_an_answer_says_signature_and_docstring_once(tmp_path: Path) -> None:
    told = 'def pay(\n    price: int,\n) -> int:\n    """Pay the price.\n'
    (tmp_path / "till.py").write_text(f'{told}\n    Twice the price in May.\n    """\n    return price\n')
    update(tmp_path)
    cut = query(tmp_path / "graphify-out", "what price", Narrowing()).answer
    assert [line for file, line, _ in cut.quotes if file == "till.py"] == [6, 8]


def test_the_graph_names_communities_by_what_most_of_them_is(out: Path) -> None:
    nodes = json.loads((out / "graph.json").read_bytes())["nodes"]
    assert "store.py" in {node.get("community_name") for node in nodes}


@pytest.mark.parametrize(
    ("source", "line", "said"),
    [("b.py", "", "b.py"), ("a", "", "b.py"), ("b.py", "L3", "L3"), ("a", "L3", "b.py:L3")],
)
def test_an_edge_stands_on_a_line_in_a_file_or_both(source: str, line: str, said: str) -> None:
    assert certainty(Edge(source, "x", "contains", EXTRACTED, 1.0, "b.py", line, (), {})) == said


def test_explain_says_when_in_which_builds_and_by_what_name_an_edge_holds(tmp_path: Path) -> None:
    files = {
        "a.py": "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import b\ndef f():\n    import c\n",
        "b.py": "B = 1\n",
        "c.py": "C = 1\n",
        "pyproject.toml": '[project.scripts]\nrun = "a:f"\n',
        "go.mod": "module m\n",
        "m.go": "package m\n\nfunc up() { open() }\n",
        "m_linux.go": "package m\n\nfunc open() {}\n",
    }
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    update(tmp_path)
    told = "".join(explanation_text(explain(tmp_path / "graphify-out", each).answer) for each in ("a.py", "a.f", "up"))
    for words in ("b.py (L3, for types alone)", "c.py (L5, not at load)", "pyproject.toml (L2, as run)"):
        assert f"     {words}\n" in told
    assert "     open (m.go:L3, builds with linux)\n" in told
