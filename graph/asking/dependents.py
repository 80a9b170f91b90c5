"""What depends on nodes: over real relations, and over the methods that they override."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from graph.asking.dispatch import OVERRIDES, Dispatch, dispatched
from graph.asking.query import GraphView, known
from graph.concept_names import SAME_AS
from graph.model import INFERRED, Edge, Node, is_told_in_prose

_ONWARD: Final = frozenset({"causes", "prevents"})
"""Relations that make what they lead to depend on what they come from."""
_NO_NEED: Final = frozenset({"mentions", "contains"}) | _ONWARD
"""Relations that make nothing depend on what they lead to."""
_TURNED: Final = _ONWARD | {SAME_AS}
"""Relations over which something depends on what they come from."""


_NO_USE: Final = _NO_NEED | {OVERRIDES}
"""The same where what overrides the node is asked for: others that override it do not reach it."""


class Dependent(NamedTuple):
    """A node that depends on another."""

    node: Node
    distance: int
    via: Edge
    """The edge that makes it depend on a nearer one, or on what that overrides; it leads here if that one causes or
    prevents this one, or is the same by another name."""
    through: tuple[Edge, ...] = ()
    """Where the edge leads to an overridden method: from the nearer one to it, an `overrides` edge each."""

    @property
    def certain(self) -> Edge:
        """The edge, as sure as it makes this node depend on the nearer one."""
        return _certain(self.via, self.through) if self.through else self.via


def _certain(use: Edge, through: Iterable[Edge]) -> Edge:
    """The use of an overridden method, as sure as it reaches the one that overrides it, over each of these in turn."""
    score = min(dispatched(use.confidence_score, edge) for edge in through)
    return use._replace(confidence=INFERRED, confidence_score=score)


class Affected(NamedTuple):
    """A node, or the overloads of one name, and what depends on it."""

    nodes: tuple[Node, ...]
    dependents: list[Dependent]
    """Those at most so many steps away, the nearest first."""
    depth: int
    farther: int
    """How many depend on it at more steps."""


class _Way(NamedTuple):
    """An edge that makes one of its ends depend on something, and the overridden methods over which it does."""

    dependent: str
    edge: Edge
    through: tuple[Edge, ...]


class _Bases:
    """The methods that others override: whoever calls one may reach each of those.

    Each is told once, for the first that asks: for the others its callers are not nearer.
    """

    def __init__(self, view: GraphView) -> None:
        self._dispatch = Dispatch(view)
        self._told: set[str] = set()

    def of(self, identity: str) -> Iterator[tuple[Edge, ...]]:
        """The ways from a method to those that it overrides, nearest first."""
        ways: deque[tuple[Edge, ...]] = deque((edge,) for edge in self._dispatch.overridden(identity))
        while ways:
            way = ways.popleft()
            base = way[-1].target
            if base not in self._told:
                self._told.add(base)
                yield way
                ways.extend((*way, edge) for edge in self._dispatch.overridden(base))


def affected(view: GraphView, nodes: Sequence[Node], depth: int) -> list[Dependent]:
    """What depends on any of these nodes, by distance, at most `depth` steps away; each node once.

    On a file or class depends what depends on anything in it; on a method what calls one that it overrides, unless it
    is found without that. What holds something does not depend on it.
    """
    own = _members(view, nodes)
    bases = _Bases(view)
    found: dict[str, Dependent] = {}
    level = sorted(own)
    for distance in range(1, depth + 1):
        leading = [way for identity in level for way in _leading(view, identity, bases)]
        level = []
        if not leading:
            break
        for way in sorted(leading, key=_by_dependent):
            if way.dependent not in own and way.dependent not in found:
                found[way.dependent] = Dependent(known(view, way.dependent), distance, way.edge, way.through)
                level.append(way.dependent)
    return list(found.values())


def _leading(view: GraphView, identity: str, bases: _Bases) -> Iterator[_Way]:
    """What makes something depend on a node."""
    yield from (_Way(edge.source, edge, ()) for edge in view.edges_to(identity) if edge.relation not in _NO_NEED)
    turned = view.edges_from(identity) if is_told_in_prose(identity) else ()
    yield from (_Way(edge.target, edge, ()) for edge in turned if edge.relation in _TURNED)
    for way in bases.of(identity):
        edges = view.edges_to(way[-1].target)
        yield from (_Way(edge.source, edge, way) for edge in edges if edge.relation not in _NO_USE)


def over_bases(view: GraphView, identity: str) -> list[Edge]:
    """The edges to the methods that a method overrides, of what may reach it by them, as surely as it does."""
    ways = [(edge, way) for way in _Bases(view).of(identity) for edge in view.edges_to(way[-1].target)]
    return [_certain(edge, way) for edge, way in ways if edge.relation not in _NO_USE]


def farther(view: GraphView, nodes: Sequence[Node], dependents: Iterable[Dependent]) -> set[str]:
    """The ids of what depends on nodes beyond those that are known to: at more steps than theirs."""
    near = {each.node.id for each in dependents}
    seen = near | _members(view, nodes)
    bases = _Bases(view)
    pending = sorted(seen)
    found: set[str] = set()
    while pending:
        here = pending.pop()
        fresh = {bond.source for bond in view.bonds_to(here) if bond.relation not in _NO_NEED}
        turned = view.bonds_from(here) if is_told_in_prose(here) else ()
        fresh |= {bond.target for bond in turned if bond.relation in _TURNED}
        for way in bases.of(here):
            fresh |= {bond.source for bond in view.bonds_to(way[-1].target) if bond.relation not in _NO_USE}
        fresh -= seen
        seen |= fresh
        found |= fresh
        pending += fresh
    return found


def _members(view: GraphView, nodes: Iterable[Node]) -> set[str]:
    """Nodes and all that they contain."""
    pending = [node.id for node in nodes]
    members = set(pending)
    while pending:
        inside = {edge.target for edge in view.edges_from(pending.pop()) if edge.relation == "contains"}
        pending += sorted(inside - members)
        members |= inside
    return members


def _by_dependent(way: _Way) -> tuple[str, int, float, str, str, str, str]:
    edge = way.edge
    length, sure = len(way.through), -edge.confidence_score
    return way.dependent, length, sure, edge.relation, edge.source, edge.target, edge.source_file
