"""The best way from one node to another: few steps, over relations that say something."""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator, Sequence
from enum import IntEnum
from itertools import pairwise
from typing import Final, NamedTuple

from graph.asking.dispatch import OVERRIDES, Dispatch, dispatched
from graph.asking.query import Bond, GraphView
from graph.concept_names import SAME_AS
from graph.model import INFERRED, Edge, Node, is_told_in_prose
from graph.naming import folder_of, is_code

_COSTS: Final = {"mentions": 2.5, "tagged": 4.0, "contains": 6.0, "imports": 2.5, "tests": 2.5}
"""What a step over a weak relation costs; a step over a real one costs 1. The less sure, the dearer."""
_TO_BASES: Final = frozenset({"inherits", "implements"})


class Hop(NamedTuple):
    """One step of a path."""

    edge: Edge
    forward: bool
    """Whether the step follows the edge or goes against it."""
    is_dispatch: bool = False
    """Whether it goes from a method to one that overrides it, which a call of the former may reach."""


class Path(NamedTuple):
    """A way between two nodes; `hops` is empty if there is none, or if both are the same."""

    found: bool
    hops: tuple[Hop, ...]
    nodes: tuple[Node, ...]
    """From the first to the last, one more than the hops."""


def find_path(view: GraphView, starts: Sequence[Node], goals: Sequence[Node], *, undirected: bool) -> Path:
    """The cheapest path from any start to any goal along the edges, or in either direction if `undirected`; what an
    acronym is short for is the same thing in both directions.

    What leads to a file, a class or a package from elsewhere leads to something in it: where there is no path to the
    whole, one to its nearest part is found. From a method the way may go on to those that override it; but who refers
    to a class has not come to its members by that. The same graph gives the same path: of equally cheap ones the first
    by ids.
    """
    steps = _Steps(view, undirected)
    first = {node.id for node in starts}
    route = _cheapest(steps, first, {node.id for node in goals})
    if route is None:
        parts = set[str]().union(*(_parts(view, goal) for goal in goals)) - first
        route = _cheapest(steps, first, parts)
    if route is None:
        return Path(False, (), ())
    hops = tuple(steps.hop(one, other) for one, other in pairwise(route))
    nodes = tuple(node for node in (view.node(place.id) for place in route) if node is not None)
    return Path(True, hops, nodes)


def _parts(view: GraphView, whole: Node) -> set[str]:
    """What is in a file, a package, a class; of anything else there are no parts."""
    if whole.kind == "external":
        return set(view.parts(f"{whole.id}."))
    if not is_code(whole):
        return set()
    if whole.id != whole.source_file:
        return set(view.parts(f"{whole.id}."))
    folder = folder_of(whole.id)
    return {*view.parts(f"{whole.id}::"), *(view.parts(folder) if folder else ())} - {whole.id}


class _Come(IntEnum):
    """How a way came to a node."""

    AS_OWN = 0
    """From the start, over nothing but what it holds: the way may go on wherever any other may."""
    AS_BASE = 1
    """As to a base of what the way began with, or to a method from one that overrides it: nobody calls it by that, so
    nothing else that overrides it is reached."""
    BY_USE = 2
    """A class that is used so is not entered: its members are reached by calls of them."""


class _Place(NamedTuple):
    """A node on a way."""

    id: str
    come: _Come


class _Steps:
    """The steps of a graph, looked up one node after another: a near goal is found without reading the rest."""

    def __init__(self, view: GraphView, undirected: bool) -> None:
        self._view, self._undirected = view, undirected
        self._dispatch = Dispatch(view)

    def onward(self, here: _Place) -> dict[_Place, float]:
        """Where one step leads, and what it costs."""
        costs: dict[_Place, float] = {}
        for bond in self._view.bonds_from(here.id):
            come = self._come(here, bond.relation)
            if come is not None:
                _lower(costs, _Place(bond.target, come), _cost(bond))
        for bond in self._turned(here.id):
            _lower(costs, _Place(bond.source, _Come.BY_USE), _cost(bond))
        for edge in self._overriding(here):
            _lower(costs, _Place(edge.source, _Come.BY_USE), _cost(_bond(edge)))
        for edge in self._dispatch.overridden(here.id) if self._undirected else ():
            _lower(costs, _Place(edge.target, _Come.BY_USE), _cost(_bond(edge)))
        return costs

    def _turned(self, here: str) -> Iterable[Bond]:
        """The edges against which a step may go: all or none, and from what is the same by another name."""
        if self._undirected:
            return self._view.bonds_to(here)
        return (
            (bond for bond in self._view.bonds_to(here) if bond.relation == SAME_AS) if is_told_in_prose(here) else ()
        )

    def back(self, here: str) -> set[str]:
        """Where one step may lead here from."""
        found = {bond.source for bond in self._view.bonds_to(here)}
        found.update(edge.target for edge in self._dispatch.overridden(here))
        if self._undirected or is_told_in_prose(here):
            onward = self._view.bonds_from(here)
            found.update(bond.target for bond in onward if self._undirected or bond.relation == SAME_AS)
        if self._undirected:
            found.update(edge.source for edge in self._dispatch.overriding(here))
        return found

    def hop(self, one: _Place, other: _Place) -> Hop:
        """The cheapest edge that leads from one place of a way to the next, of equal ones a forward one."""
        edges = (edge for edge in self._view.edges_from(one.id) if edge.target == other.id)
        hops = [Hop(edge, True) for edge in edges if self._come(one, edge.relation) == other.come]
        if other.come == _Come.BY_USE:
            hops += [Hop(edge, False, True) for edge in self._overriding(one) if edge.source == other.id]
        if self._undirected or is_told_in_prose(one.id):
            turned = (edge for edge in self._view.edges_from(other.id) if edge.target == one.id)
            hops += [Hop(edge, False) for edge in turned if self._undirected or edge.relation == SAME_AS]
        if self._undirected:
            hops += [Hop(edge, True) for edge in self._dispatch.overridden(one.id) if edge.target == other.id]
        return min(
            hops,
            key=lambda hop: (_cost(_bond(hop.edge)), not hop.forward, hop.edge.relation, hop.edge.source_file),
        )

    def _come(self, here: _Place, relation: str) -> _Come | None:
        """How a step along an edge comes to its target; None if it is no step."""
        if self._undirected:
            return _Come.BY_USE
        if relation == OVERRIDES:
            return _Come.AS_BASE
        if here.come == _Come.BY_USE:
            return None if relation == "contains" and self._is_class(here.id) else _Come.BY_USE
        if relation == "contains":
            return here.come
        return _Come.AS_BASE if relation in _TO_BASES else _Come.BY_USE

    def _is_class(self, identity: str) -> bool:
        node = self._view.node(identity)
        return node is not None and node.kind == "class"

    def _overriding(self, here: _Place) -> Iterator[Edge]:
        """The edges to a method from those that a call of it may reach, as sure as that is."""
        if here.come != _Come.AS_BASE:
            for edge in self._dispatch.overriding(here.id):
                yield edge._replace(confidence=INFERRED, confidence_score=dispatched(1.0, edge))


class _Origins:
    """What leads to the goals, gathered step by step: once it is whole, nothing else need be looked at."""

    def __init__(self, steps: _Steps, goals: set[str]) -> None:
        self._steps, self._pending = steps, sorted(goals)
        self._found = set(goals)

    def gather(self) -> None:
        """One node more."""
        if self._pending:
            fresh = self._steps.back(self._pending.pop()) - self._found
            self._found |= fresh
            self._pending += fresh

    def may_hold(self, identity: str) -> bool:
        """Whether a node may lead to a goal."""
        return bool(self._pending) or identity in self._found


def _lower(costs: dict[_Place, float], place: _Place, cost: float) -> None:
    costs[place] = min(cost, costs.get(place, cost))


def _cost(bond: Bond) -> float:
    return _COSTS.get(bond.relation, 1.0) + (1 - bond.score) / 2


def _bond(edge: Edge) -> Bond:
    return Bond(edge.source, edge.target, edge.relation, edge.confidence_score)


def _cheapest(steps: _Steps, starts: set[str], goals: set[str]) -> list[_Place] | None:
    """The way to the nearest goal: Dijkstra; ties go to the smaller ids."""
    came_from: dict[_Place, _Place | None] = {}
    origins = _Origins(steps, goals)
    queue: list[tuple[float, _Place, _Place | None]] = [
        (0.0, _Place(start, _Come.AS_OWN), None) for start in sorted(starts)
    ]
    while queue:
        cost, here, before = heapq.heappop(queue)
        if here in came_from or here._replace(come=_Come.AS_OWN) in came_from or not origins.may_hold(here.id):
            continue
        came_from[here] = before
        if here.id in goals:
            return _unwound(came_from, here)
        origins.gather()
        for there, step in steps.onward(here).items():
            if there not in came_from:
                heapq.heappush(queue, (round(cost + step, 6), there, here))
    return None


def _unwound(came_from: dict[_Place, _Place | None], goal: _Place) -> list[_Place]:
    route = [goal]
    while (before := came_from[route[-1]]) is not None:
        route.append(before)
    return route[::-1]
