"""Laws of paths, on graphs that are made up."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from random import Random
from typing import cast

from hypothesis import given
from hypothesis import strategies as st

from graph.asking.dependents import affected, farther
from graph.asking.explaining import explain
from graph.asking.paths import find_path
from graph.asking.query import Bond, Community, GraphView
from graph.model import EXTRACTED, INFERRED, Edge, Node

IDS = "abcdef"


def edge(source: str, target: str, relation: str, score: float, file: str) -> Edge:
    return Edge(source, target, relation, EXTRACTED if score == 1 else INFERRED, score, file, "L1", (1,), {})


def key(edge: Edge) -> tuple[str, ...]:
    return edge.source, edge.target, edge.relation, edge.source_file


ids = st.sampled_from(IDS)
relations = st.sampled_from(("links_to", "embeds", "mentions", "tagged"))
made_edges = st.builds(edge, ids, ids, relations, st.sampled_from([0.4, 0.9, 1.0]), st.sampled_from("xy"))
edges = st.lists(made_edges, max_size=14, unique_by=key)


class Made:
    """A graph whose edges come in the order they are given in."""

    def __init__(self, edges: Iterable[Edge]) -> None:
        self.edges = list(edges)

    def node(self, identity: str, /) -> Node | None:
        return Node(identity, identity, "note", "document", identity, "L1", {}) if identity in IDS else None

    def bonds_from(self, identity: str, /) -> Iterable[Bond]:
        return [Bond(*each[:3], each.confidence_score) for each in self.edges_from(identity)]

    def bonds_to(self, identity: str, /) -> Iterable[Bond]:
        return [Bond(*each[:3], each.confidence_score) for each in self.edges_to(identity)]

    def edges_from(self, identity: str, /) -> list[Edge]:
        return [each for each in self.edges if each.source == identity]

    def edges_to(self, identity: str, /) -> list[Edge]:
        return [each for each in self.edges if each.target == identity]

    def parts(self, beginning: str, /) -> list[str]:
        ends = {end for each in self.edges for end in (each.source, each.target)}
        return sorted(end for end in ends if end.startswith(beginning) and end != beginning)

    def community(self, identity: str, /) -> Community | None:
        return None


def view(edges: Iterable[Edge]) -> GraphView:
    return cast(GraphView, Made(edges))


def node(identity: str) -> Node:
    return Node(identity, identity, "note", "document", identity, "L1", {})


def reachable(edges: list[Edge], start: str, undirected: bool) -> set[str]:
    found, pending = {start}, [start]
    while pending:
        here = pending.pop()
        steps = {each.target for each in edges if each.source == here}
        steps |= {each.source for each in edges if each.target == here} if undirected else set()
        pending += steps - found
        found |= steps
    return found


@given(edges, ids, ids, st.booleans(), st.randoms())
def test_the_order_of_edges_does_not_matter(
    edges: list[Edge], start: str, goal: str, both: bool, random: Random
) -> None:
    shuffled = random.sample(edges, len(edges))
    paths = [find_path(view(each), [node(start)], [node(goal)], undirected=both) for each in (edges, shuffled)]
    assert paths[0] == paths[1]
    assert affected(view(shuffled), [node(start)], 3) == affected(view(edges), [node(start)], 3)
    assert explain(view(shuffled), [node(start)]) == explain(view(edges), [node(start)])


@given(edges, ids, ids, st.booleans())
def test_a_path_is_a_way_along_edges(edges: list[Edge], start: str, goal: str, both: bool) -> None:
    path = find_path(view(edges), [node(start)], [node(goal)], undirected=both)
    assert path.found == (goal in reachable(edges, start, both))
    route = [each.id for each in path.nodes]
    assert len(route) == len(set(route)) and (not path.found or (route[0], route[-1]) == (start, goal))
    for (one, other), hop in zip(pairwise(route), path.hops, strict=True):
        assert hop.edge in edges and hop.edge[:2] == ((one, other) if hop.forward else (other, one))
        assert both or hop.forward


@given(edges, ids, ids)
def test_both_directions_are_never_longer(edges: list[Edge], start: str, goal: str) -> None:
    one = find_path(view(edges), [node(start)], [node(goal)], undirected=False)
    both = find_path(view(edges), [node(start)], [node(goal)], undirected=True)
    back = find_path(view(edges), [node(goal)], [node(start)], undirected=True)
    assert both.found >= one.found and both.found == back.found


@given(edges, ids, ids)
def test_a_real_edge_is_the_path(edges: list[Edge], start: str, goal: str) -> None:
    sure = edge(start, goal, "links_to", 1.0, "z")
    path = find_path(view([*edges, sure]), [node(start)], [node(goal)], undirected=True)
    assert len(path.hops) == (start != goal)


def test_where_nothing_leads_to_the_whole_a_part_is_reached() -> None:
    """A file, a class, a foreign package; what is called alike is no part, and the whole goes first."""
    file, package = Node("b.py", "b.py", "file", "code", "b.py", "L1", {}), node("ext:lib")._replace(kind="external")
    made = [edge("a", "b.py::C.run", "calls", 1, "x"), edge("b.py::C.run", "ext:lib.io.get", "calls", 1, "x")]
    inside = Node("b.py::C", "C", "class", "code", "b.py", "L1", {})
    made.append(edge("a", "p/b.py", "imports", 1, "x"))
    folder = Node("p/__init__.py", "__init__.py", "file", "code", "p/__init__.py", "L1", {})
    for goal, part in ((file, "b.py::C.run"), (inside, "b.py::C.run"), (folder, "p/b.py"), (package, "ext:lib.io.get")):
        (*_, last) = find_path(view(made), [node("a")], [goal], undirected=False).hops
        assert last.edge.target == part
        assert not find_path(view(made), [node("a")], [goal._replace(id=goal.id[:-1])], undirected=False).found
        whole = [*made, edge("b.py::C.run", goal.id, "calls", 0.5, "x")]
        (*_, last) = find_path(view(whole), [node("a")], [goal], undirected=False).hops
        assert last.edge.target == goal.id


@given(edges, ids, st.integers(0, 4))
def test_what_is_affected_is_reached_backwards_by_distance(edges: list[Edge], start: str, depth: int) -> None:
    real = [each for each in edges if each.relation != "mentions"]
    found = affected(view(edges), [node(start)], depth)
    turned = [each._replace(source=each.target, target=each.source) for each in real]
    everything = {each.node.id for each in affected(view(edges), [node(start)], 9)}
    assert everything == reachable(turned, start, False) - {start}
    assert [each.distance for each in found] == sorted(each.distance for each in found)
    assert farther(view(edges), [node(start)], found) == everything - {each.node.id for each in found}
    nearer = {start: 0, **{each.node.id: each.distance for each in found}}
    assert all(nearer[each.via.target] == each.distance - 1 and each.distance <= depth for each in found)


@given(edges, ids)
def test_an_explanation_has_every_edge_once(edges: list[Edge], identity: str) -> None:
    explanation = explain(view(edges), [node(identity)])
    for groups, expected in (
        (explanation.out, [each for each in edges if each.source == identity]),
        (explanation.into, [each for each in edges if each.target == identity]),
    ):
        listed = [each.edge for group in groups.values() for each in group]
        assert sorted(map(key, listed)) == sorted(map(key, expected))
        assert all(each.edge.relation == relation for relation, group in groups.items() for each in group)
