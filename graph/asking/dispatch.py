"""What a call of a method may reach besides it: the methods of subclasses and implementers that stand for it."""

from __future__ import annotations

from typing import Final

from graph.asking.query import GraphView
from graph.insight.units import CONSTRUCTORS
from graph.model import INFERRED, Edge
from graph.naming import last_step, types_of

OVERRIDES: Final = "overrides"
_IMPLEMENTS: Final = "implements"
CERTAINTY: Final = 0.5
"""How sure it is that a call of a method reaches one of those that override it: which one, the run decides."""

_Key = tuple[str, str]
"""The name of a method and the types that tell it from its overloads."""


class Dispatch:
    """Asks a view which methods override which.

    That is what `overrides` edges say; and where a language has its interfaces met by whatever has their methods (Go),
    the methods of one name in an interface and in a class that implements it. Constructors are called by name alone.
    """

    def __init__(self, view: GraphView) -> None:
        """Ask this view; what it says of classes is kept."""
        self._view = view
        self._members: dict[str, dict[_Key, str]] = {}
        self._found: dict[tuple[str, str, bool], list[Edge]] = {}

    def overridden(self, identity: str) -> list[Edge]:
        """The edges that lead from a method to those that it overrides."""
        if not _is_dispatched(identity):
            return []
        written = self._edges(OVERRIDES, identity, onward=True)
        known = {edge.target for edge in written}
        promised = (
            self._met(identity, self._members_of(edge.target).get(_key(identity)), edge)
            for around in self._around(identity)
            for edge in self._edges(_IMPLEMENTS, around, onward=True)
        )
        return [*written, *(edge for edge in promised if edge is not None and edge.target not in known)]

    def overriding(self, identity: str) -> list[Edge]:
        """The edges that lead to a method from those that override it."""
        if not _is_dispatched(identity):
            return []
        written = self._edges(OVERRIDES, identity, onward=False)
        known = {edge.source for edge in written}
        met = (
            self._met(self._members_of(edge.source).get(_key(identity)), identity, edge)
            for around in self._around(identity)
            for edge in self._edges(_IMPLEMENTS, around, onward=False)
        )
        return [*written, *(edge for edge in met if edge is not None and edge.source not in known)]

    def _around(self, identity: str) -> list[str]:
        return sorted(bond.source for bond in self._view.bonds_to(identity) if bond.relation == "contains")

    def _edges(self, relation: str, identity: str, *, onward: bool) -> list[Edge]:
        """The edges of a relation that leave or reach a node; most have none, which is told without reading them."""
        if (relation, identity, onward) not in self._found:
            bonds = self._view.bonds_from(identity) if onward else self._view.bonds_to(identity)
            edges = self._view.edges_from if onward else self._view.edges_to
            some = any(bond.relation == relation for bond in bonds)
            found = [edge for edge in edges(identity) if edge.relation == relation] if some else []
            self._found[relation, identity, onward] = found
        return self._found[relation, identity, onward]

    def _members_of(self, around: str) -> dict[_Key, str]:
        if around not in self._members:
            inside = sorted(bond.target for bond in self._view.bonds_from(around) if bond.relation == "contains")
            self._members[around] = {_key(each): each for each in inside}
        return self._members[around]

    @staticmethod
    def _met(method: str | None, promise: str | None, implements: Edge) -> Edge | None:
        """The edge from a method to what an interface promises, stated where the class is said to implement it."""
        if method is None or promise is None:
            return None
        score = min(CERTAINTY, implements.confidence_score)
        return implements._replace(
            source=method, target=promise, relation=OVERRIDES, confidence=INFERRED, confidence_score=score
        )


def dispatched(call: float, override: Edge) -> float:
    """How sure it is that a call of the overridden method, which is this sure itself, reaches the overriding one."""
    return min(call, CERTAINTY, override.confidence_score)


def _is_dispatched(identity: str) -> bool:
    """Whether this is the id of a member that a call of another may reach."""
    symbol = identity.partition("::")[2]
    return "." in symbol.partition("(")[0] and last_step(symbol) not in CONSTRUCTORS


def _key(identity: str) -> _Key:
    return last_step(identity), types_of(identity)
