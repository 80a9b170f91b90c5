"""Whom the concepts of a note mean: a note that is called so, or the concept itself, the same for every note."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final

from graph.model import AMBIGUOUS, Edge, Fragment, node_id
from graph.resolve import Resolved

Holders = Callable[[str], Sequence[str]]
"""The paths, sorted, of the notes whose title or alias is a concept (by its id)."""

DISCUSSES: Final = "discusses"
"""A note to a concept whose name stands in it; that it names another note is a mention already."""


def resolve_concepts(path: str, said: Fragment, holders: Holders) -> Resolved:
    """The nodes and edges that a model's reading of the note at `path` comes to.

    A concept that several notes are called like is one of them: such edges are AMBIGUOUS, and go to the first.
    """
    meant = {node.id: _meant(path, node.id, holders) for node in said.nodes}
    nodes = tuple(node for node in said.nodes if meant[node.id] == [node.id])
    kept = (_redirected(edge, meant) for edge in said.edges)
    return Resolved(nodes, tuple(_united(edge for edge in kept if edge is not None)), (), frozenset(meant))


def _meant(path: str, identity: str, holders: Holders) -> list[str]:
    """The ids that a concept may stand for; a note means itself by its own title."""
    paths = holders(identity)
    if path in paths:
        return [node_id(path)]
    return [node_id(each) for each in paths] or [identity]


def _redirected(edge: Edge, meant: dict[str, list[str]]) -> Edge | None:
    """The edge between those that are meant; None if it says nothing then."""
    sources, targets = meant.get(edge.source, [edge.source]), meant.get(edge.target, [edge.target])
    if edge.relation == DISCUSSES and targets != [edge.target]:
        return None
    if sources[0] == targets[0]:
        return None
    edge = edge._replace(source=sources[0], target=targets[0])
    if len(sources) == len(targets) == 1:
        return edge
    attrs = {**edge.attrs, "candidates": targets}
    if len(sources) > 1:
        attrs["source_candidates"] = sources
    score = edge.confidence_score / (len(sources) * len(targets))
    return edge._replace(confidence=AMBIGUOUS, confidence_score=score, attrs=attrs)


def _united(edges: Iterable[Edge]) -> Iterator[Edge]:
    """One edge of those that came to the same: the surest, with the lines of all."""
    grouped: dict[tuple[str, str, str], list[Edge]] = {}
    for edge in edges:
        grouped.setdefault((edge.source, edge.target, edge.relation), []).append(edge)
    for group in grouped.values():
        best = max(group, key=lambda edge: edge.confidence_score)
        yield best._replace(lines=tuple(sorted(line for edge in group for line in edge.lines)))
