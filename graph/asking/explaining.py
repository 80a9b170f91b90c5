"""What a node is connected with, by direction and relation; of a method also over those that it overrides."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from graph.asking.dependents import over_bases
from graph.asking.query import Community, GraphView, known
from graph.model import Edge, Node
from graph.naming import last_step

_MOST: Final = 100
"""So many edges over overridden methods are told; a base of everything has thousands."""


class Neighbour(NamedTuple):
    """An edge and the node at its other end."""

    edge: Edge
    node: Node


class Explanation(NamedTuple):
    """A node, or the overloads of one name, and all that they are connected with."""

    nodes: tuple[Node, ...]
    """One, or all overloads of one name."""
    community: Community | None
    """The one that it belongs to."""
    out: dict[str, list[Neighbour]]
    """By relation."""
    into: dict[str, list[Neighbour]]
    dispatched: Mapping[str, list[Neighbour]] = {}
    """What uses a method that the node overrides and so may reach it, as surely as that is: the edges lead to that
    method. The surest, at most `_MOST` in all."""
    dispatched_more: int = 0
    """How many there are besides."""


def explain(view: GraphView, nodes: Sequence[Node]) -> Explanation:
    """What a node links to and what links to it, the surest first; of overloads what any of them does."""
    community = view.community(nodes[0].id)
    out = [_neighbour(view, edge, edge.target) for node in nodes for edge in view.edges_from(node.id)]
    into = [_neighbour(view, edge, edge.source) for node in nodes for edge in view.edges_to(node.id)]
    over = sorted(_dispatched(view, nodes, into), key=_surest)
    told = [_neighbour(view, edge, edge.source) for edge in over[:_MOST]]
    more = max(0, len(over) - _MOST)
    return Explanation(tuple(nodes), community, _grouped(out), _grouped(into), _grouped(told), more)


def _dispatched(view: GraphView, nodes: Sequence[Node], into: Iterable[Neighbour]) -> Iterator[Edge]:
    """The edges to overridden methods of what does not use these nodes themselves.

    A method that overrides the same one and calls it means its own base by that: it reaches no other.
    """
    direct = {(each.edge.source, each.edge.relation) for each in into}
    own = {node.id for node in nodes}
    for node in nodes:
        for edge in over_bases(view, node.id):
            is_told = edge.source in own or (edge.source, edge.relation) in direct
            if not is_told and last_step(edge.source) != last_step(node.id):
                yield edge


def _surest(edge: Edge) -> tuple[float, str, str, str]:
    return -edge.confidence_score, *edge[:3]


def _grouped(neighbours: Iterable[Neighbour]) -> dict[str, list[Neighbour]]:
    groups: dict[str, list[Neighbour]] = {}
    for each in sorted(neighbours, key=_by_relation):
        groups.setdefault(each.edge.relation, []).append(each)
    return groups


def _by_relation(each: Neighbour) -> tuple[str, float, str, str]:
    return each.edge.relation, -each.edge.confidence_score, each.node.id, each.edge.source_file


def _neighbour(view: GraphView, edge: Edge, identity: str) -> Neighbour:
    return Neighbour(edge, known(view, identity))
