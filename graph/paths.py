"""The best way from one node to another: few steps, over relations that say something."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable
from itertools import pairwise
from typing import Final, NamedTuple

from graph.model import Edge, Node
from graph.naming import folder_of, is_code
from graph.query import Bond, GraphView

_COSTS: Final = {"mentions": 2.5, "tagged": 4.0, "contains": 6.0, "imports": 2.5, "tests": 2.5}
"""What a step over a weak relation costs; a step over a real one costs 1. The less sure, the dearer."""


class Hop(NamedTuple):
    """One step of a path."""

    edge: Edge
    forward: bool
    """Whether the step follows the edge or goes against it."""


class Path(NamedTuple):
    """A way between two nodes; `hops` is empty if there is none, or if both are the same."""

    found: bool
    hops: tuple[Hop, ...]
    nodes: tuple[Node, ...]
    """From the first to the last, one more than the hops."""


def find_path(view: GraphView, start: Node, goal: Node, *, undirected: bool) -> Path:
    """The cheapest path from `start` to `goal` along the edges, or in either direction if `undirected`.

    What leads to a file, a class or a package from elsewhere leads to something in it: where there is no path to the
    whole, one to its nearest part is found. The same graph gives the same path: of equally cheap ones the first by ids.
    """
    steps = _Steps(view, undirected)
    route = _cheapest(steps, start.id, {goal.id}) or _cheapest(steps, start.id, _parts(view, goal) - {start.id})
    if route is None:
        return Path(False, (), ())
    hops = tuple(_hop(view, one, other, undirected) for one, other in pairwise(route))
    nodes = tuple(node for node in map(view.node, route) if node is not None)
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


class _Steps:
    """The steps of a graph, looked up one node after another: a near goal is found without reading the rest."""

    def __init__(self, view: GraphView, undirected: bool) -> None:
        self._view, self._undirected = view, undirected

    def onward(self, here: str) -> dict[str, float]:
        """Where one step leads, and what it costs."""
        return self._cheapest(here, self._view.bonds_from, self._view.bonds_to)

    def back(self, here: str) -> dict[str, float]:
        """Where one step leads here from."""
        return self._cheapest(here, self._view.bonds_to, self._view.bonds_from)

    def _cheapest(self, here: str, along: _Bonds, against: _Bonds) -> dict[str, float]:
        costs: dict[str, float] = {}
        for bond in (*along(here), *(against(here) if self._undirected else ())):
            there = bond.target if bond.source == here else bond.source
            costs[there] = min(_cost(bond), costs.get(there, 99.0))
        return costs


class _Origins:
    """What leads to the goals, gathered step by step: once it is whole, nothing else need be looked at."""

    def __init__(self, steps: _Steps, goals: set[str]) -> None:
        self._steps, self._pending = steps, sorted(goals)
        self._found = set(goals)

    def gather(self) -> None:
        """One node more."""
        if self._pending:
            fresh = self._steps.back(self._pending.pop()).keys() - self._found
            self._found |= fresh
            self._pending += fresh

    def may_hold(self, identity: str) -> bool:
        """Whether a node may lead to a goal."""
        return bool(self._pending) or identity in self._found


_Bonds = Callable[[str], Iterable[Bond]]


def _cost(bond: Bond) -> float:
    return _COSTS.get(bond.relation, 1.0) + (1 - bond.score) / 2


def _cheapest(steps: _Steps, start: str, goals: set[str]) -> list[str] | None:
    """The way to the nearest goal: Dijkstra; ties go to the smaller ids."""
    came_from: dict[str, str] = {}
    origins = _Origins(steps, goals)
    queue = [(0.0, start, "")]
    while queue:
        cost, here, before = heapq.heappop(queue)
        if here in came_from or not origins.may_hold(here):
            continue
        came_from[here] = before
        if here in goals:
            return _unwound(came_from, here)
        origins.gather()
        for there, step in steps.onward(here).items():
            if there not in came_from:
                heapq.heappush(queue, (round(cost + step, 6), there, here))
    return None


def _unwound(came_from: dict[str, str], goal: str) -> list[str]:
    route = [goal]
    while came_from[route[-1]]:
        route.append(came_from[route[-1]])
    return route[::-1]


def _hop(view: GraphView, one: str, other: str, undirected: bool) -> Hop:
    """The cheapest edge between two neighbours, of equal ones a forward one."""
    forward = [Hop(edge, True) for edge in view.edges_from(one) if edge.target == other]
    backward = [Hop(edge, False) for edge in view.edges_from(other) if undirected and edge.target == one]
    return min(
        (*forward, *backward),
        key=lambda hop: (_cost(_bond(hop.edge)), not hop.forward, hop.edge.relation, hop.edge.source_file),
    )


def _bond(edge: Edge) -> Bond:
    return Bond(edge.source, edge.target, edge.relation, edge.confidence_score)
