"""The best way from one node to another: few steps, over relations that say something."""

from __future__ import annotations

import heapq
from collections.abc import Iterable
from itertools import pairwise
from typing import Final, NamedTuple

from graph.model import Edge, Node
from graph.query import Bond, GraphView

_COSTS: Final = {"mentions": 2.5, "tagged": 4.0}
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

    The same graph gives the same path: of equally cheap ones the first by ids.
    """
    steps = _steps(view.bonds(), undirected)
    route = _cheapest(steps, start.id, goal.id)
    if route is None:
        return Path(False, (), ())
    hops = tuple(_hop(view, one, other, undirected) for one, other in pairwise(route))
    nodes = tuple(node for node in map(view.node, route) if node is not None)
    return Path(True, hops, nodes)


def _steps(bonds: Iterable[Bond], undirected: bool) -> dict[str, dict[str, float]]:
    steps: dict[str, dict[str, float]] = {}
    for bond in bonds:
        cost = _cost(bond)
        for one, other in ((bond.source, bond.target), (bond.target, bond.source))[: 2 if undirected else 1]:
            known = steps.setdefault(one, {})
            known[other] = min(cost, known.get(other, cost))
    return steps


def _cost(bond: Bond) -> float:
    return _COSTS.get(bond.relation, 1.0) + (1 - bond.score) / 2


def _cheapest(steps: dict[str, dict[str, float]], start: str, goal: str) -> list[str] | None:
    """Dijkstra; ties go to the smaller ids."""
    came_from: dict[str, str] = {}
    queue = [(0.0, start, "")]
    while queue:
        cost, here, before = heapq.heappop(queue)
        if here in came_from:
            continue
        came_from[here] = before
        if here == goal:
            return _unwound(came_from, goal)
        for there, step in steps.get(here, {}).items():
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
