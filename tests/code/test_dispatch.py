"""Whoever calls a method may reach each that overrides it: `affected`, `path`, `explain` say so, and how surely."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph.asking.dependents import affected as find_affected
from graph.asking.explaining import Explanation
from graph.asking.explaining import explain as explain_node
from graph.asking.paths import find_path
from graph.asking.query import GraphView
from graph.asking.wording import affected_text, explanation_record, explanation_text, path_record, path_text
from graph.model import EXTRACTED, INFERRED, Edge, Node
from tests.graph.test_paths import Made, edge, key
from tests.program import update
from vaultkit.asking.questions import affected, explain, path

FILES = {
    "keep.py": """
class Store:
    def __init__(self): ...
    def open(self): ...
class Disk(Store):
    def __init__(self):
        read()
    def open(self):
        read()
    def shut(self): ...
class Tape(Store):
    def open(self): ...
def read(): ...
def use(store: Store):
    store.open()
def made() -> Store:
    return Store()
def names(kind: type[Disk]) -> type:
    return Disk
""",
    "go/reader.go": """package reader

type Reader interface { Read() int }

type Fast struct{}

func (Fast) Read() int { return count() }

func count() int { return 1 }

func All(r Reader) int { return r.Read() }
""",
    "java/Shape.java": """
interface Shape { double area(); }
class Square implements Shape {
    public double area() { return side(); }
    double side() { return 1; }
}
class Drawing {
    double all(Shape shape) { return shape.area(); }
}
""",
}
CALLERS = {"Disk.open": "use", "Fast.Read": "All", "Square.area": "Drawing.all"}
WAYS = {
    ("keep.use", "Disk.open"): ["Store.open", "Disk.open"],
    ("keep.use", "read"): ["Store.open", "Disk.open", "read"],
    ("All", "count"): ["Reader.Read", "Fast.Read", "count"],
    ("Drawing.all", "Square.side"): ["Shape.area()", "Square.area()", "Square.side()"],
}
NO_WAYS = [
    ("keep.names", "Disk.shut"),  # it names the class, and calls nothing of it
    ("Tape.open", "Disk.open"),  # one base, but neither calls the other
    ("Tape", "Disk.open"),
    ("keep.made", "read"),  # constructors are called by the name of their class
]


@pytest.fixture(scope="module")
def out(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("project")
    for name, text in FILES.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    update(root)
    return root / "graphify-out"


@pytest.mark.parametrize("name", CALLERS)
def test_who_calls_what_a_method_overrides_is_affected(out: Path, name: str) -> None:
    found = affected(out, name, 1).answer
    (caller,) = (each for each in found.dependents if each.through)
    assert caller.node.id.partition("::")[2].startswith(CALLERS[name])
    assert caller.via.confidence == EXTRACTED and caller.certain.confidence == INFERRED
    assert f": through what {name} overrides)" in affected_text(found)


@pytest.mark.parametrize("name", CALLERS)
def test_who_calls_what_a_method_overrides_is_told_with_it(out: Path, name: str) -> None:
    found = explain(out, name).answer
    assert isinstance(found, Explanation)
    (caller,) = found.dispatched["calls"]
    assert caller.node.id.partition("::")[2].startswith(CALLERS[name])
    assert caller.edge.confidence == INFERRED and caller.node not in [each.node for each in found.into.get("calls", ())]
    text, record = explanation_text(found), explanation_record(found)
    assert (
        "<- called by, via dispatch of what it overrides (1)\n" in text
        and CALLERS[name] in text.partition("via dispatch")[2]
    )
    (edge,) = record["dispatch"]["calls"]
    assert edge["target"] == caller.edge.target and edge["confidence"] == INFERRED


def test_what_overrides_nothing_or_is_called_itself_has_no_callers_by_dispatch(out: Path) -> None:
    for name in ("Store.open", "Disk.shut", "Disk.__init__"):
        found = explain(out, name).answer
        assert isinstance(found, Explanation) and not found.dispatched
        assert "dispatch" not in explanation_record(found)


def test_callers_by_dispatch_are_the_surest_and_not_those_that_mean_their_own_base() -> None:
    base, own = "x.py::Base.m", "x.py::Own.m"
    edges = [edge(each, base, "overrides", 1.0, "x.py") for each in (own, "x.py::Other.m")]
    edges += [edge(each, base, "calls", 1.0, "x.py") for each in (own, "x.py::Other.m")]
    edges += [edge(f"x.py::user{n:03}", base, "calls", 0.1 + 0.4 * (n == 7), "x.py") for n in range(130)]
    edges += [edge("x.py::both", each, "calls", 1.0, "x.py") for each in (base, own)]
    view = cast(GraphView, Members(edges))
    (node,) = filter(None, [view.node(own)])
    found = explain_node(view, [node])
    told = found.dispatched["calls"]
    assert told[0].edge.source == "x.py::user007"
    assert len(told) + found.dispatched_more == 130
    assert explanation_record(found)["dispatch_more"] == found.dispatched_more > 0
    assert f"   {found.dispatched_more} more reach it so" in explanation_text(found)


@pytest.mark.parametrize("ends", WAYS)
def test_a_path_goes_down_to_what_a_call_may_reach(out: Path, ends: tuple[str, str]) -> None:
    starts, goals, found = path(out, *ends, undirected=False).answer
    assert [node.id.partition("::")[2] for node in found.nodes[1:]] == WAYS[ends]
    (down,) = (hop for hop in path_record(found)["hops"] if hop["dispatch"])
    assert down["confidence"] == INFERRED and not down["forward"] and down["relation"] == "overrides"
    assert "a call of what it overrides may reach it" in path_text(found, starts, goals)


@pytest.mark.parametrize("ends", NO_WAYS)
def test_what_no_call_reaches_has_no_path(out: Path, ends: tuple[str, str]) -> None:
    assert not path(out, *ends, undirected=False).answer[2].found


def test_a_class_leads_to_its_own_members_and_those_it_inherits(out: Path) -> None:
    assert [hop.edge.relation for hop in path(out, "Disk", "Disk.shut", undirected=False).answer[2].hops] == [
        "contains"
    ]
    inherited = path(out, "Tape", "Store.open", undirected=False).answer[2]
    assert inherited.found and not any(hop.is_dispatch for hop in inherited.hops)


class Members(Made):
    """A graph of methods, each in a class of its own."""

    def node(self, identity: str, /) -> Node | None:
        return Node(identity, identity, "method", "code", "x.py", "L1", {})


members = st.sampled_from([f"x.py::{letter}.m" for letter in "ABCDEF"])
kinds = st.sampled_from(("calls", "overrides", "references"))
made = st.lists(st.builds(edge, members, members, kinds, st.just(1.0), st.just("x.py")), max_size=12, unique_by=key)


@given(made, members)
def test_what_is_affected_has_a_path_there(edges: Iterable[Edge], goal: str) -> None:
    view = cast(GraphView, Members(edges))
    (node,) = filter(None, [view.node(goal)])
    for each in find_affected(view, [node], 9):
        found = find_path(view, [each.node], [node], undirected=False)
        assert found.found
        assert find_path(view, [node], [each.node], undirected=True).found
