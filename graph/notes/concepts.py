"""Whom the concepts of a note mean: a note that is called so, or the concept itself, the same for every note."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final

from graph.concept_names import SAME_AS, acronym
from graph.model import AMBIGUOUS, INFERRED, Edge, Fragment, node_id
from graph.notes.mentions import MENTION_SCORE, MENTIONS
from graph.notes.resolve import Resolved

Holders = Callable[[str], Sequence[str]]
"""The paths, sorted, of the notes whose title or alias is a concept (by its id)."""

DISCUSSES: Final = "discusses"
"""A note to a concept whose name stands in it; that it names another note is a mention."""
ELSEWHERE_SCORE: Final = 0.5
"""An acronym and a name with its initials, each in a note of its own."""

Spelled = Callable[[str], Sequence[str]]
"""The concepts (their ids, sorted) of all notes whose initials these are."""


def initials_key(letters: str) -> str:
    """What an acronym hangs on: the names with its initials. No name of a file has a slash in it."""
    return f"initials/{letters}"


def resolve_concepts(path: str, said: Fragment, holders: Holders, spelled: Spelled) -> Resolved:
    """The nodes and edges that a model's reading of the note at `path` comes to.

    A concept that several notes are called like is one of them: such edges are AMBIGUOUS, and go to the first. An
    acronym that the note does not spell out is one with what others write that it may be short for.
    """
    short = _unspelled(said)
    long = {identity: [each for each in spelled(letters) if each != identity] for identity, letters in short.items()}
    named = {node.id for node in said.nodes}.union(*long.values())
    meant = {identity: _meant(path, identity, holders) for identity in sorted(named)}
    nodes = tuple(node for node in said.nodes if meant[node.id] == [node.id])
    guessed = [edge for identity in long for edge in _same(path, said, identity, long[identity], meant)]
    kept = (_redirected(edge, meant) for edge in said.edges)
    edges = tuple(_united([*(edge for edge in kept if edge is not None), *guessed]))
    return Resolved(nodes, edges, (), frozenset({*meant, *map(initials_key, short.values())}))


def without_known(heard: Iterable[Edge], others: Iterable[Edge]) -> list[Edge]:
    """The edges of a reading but for mentions of notes that the `others` connect with it anyway."""
    connected = {(edge.source, edge.target) for edge in others}
    return [edge for edge in heard if edge.relation != MENTIONS or connected.isdisjoint(_pairs(edge))]


def _pairs(edge: Edge) -> Iterator[tuple[str, str]]:
    return ((edge.source, target) for target in edge.attrs.get("candidates", [edge.target]))


def _unspelled(said: Fragment) -> dict[str, str]:
    """The acronyms that a note does not spell out, by their ids, and their letters."""
    told = {edge.source for edge in said.edges if edge.relation == SAME_AS}
    short = {node.id: acronym(node.label) for node in said.nodes if node.id not in told}
    return {identity: letters for identity, letters in short.items() if letters}


def _same(path: str, said: Fragment, identity: str, long: Sequence[str], meant: dict[str, list[str]]) -> Iterator[Edge]:
    """The edge from an acronym to what it may be short for, if it is known what the acronym itself means."""
    targets = sorted({each for name in long for each in meant[name]} - set(meant[identity]))
    if not targets or len(meant[identity]) > 1:
        return
    place = next(edge for edge in said.edges if edge.relation == DISCUSSES and edge.target == identity)
    sure = len(targets) == 1
    attrs = {} if sure else {"candidates": targets}
    yield place._replace(
        source=meant[identity][0],
        target=targets[0],
        relation=SAME_AS,
        confidence=INFERRED if sure else AMBIGUOUS,
        confidence_score=ELSEWHERE_SCORE / len(targets),
        attrs=attrs,
    )


def _meant(path: str, identity: str, holders: Holders) -> list[str]:
    """The ids that a concept may stand for; a note means itself by its own title."""
    paths = holders(identity)
    if path in paths:
        return [node_id(path)]
    return [node_id(each) for each in paths] or [identity]


def _redirected(edge: Edge, meant: dict[str, list[str]]) -> Edge | None:
    """The edge between those that are meant; None if it says nothing then."""
    sources, targets = meant.get(edge.source, [edge.source]), meant.get(edge.target, [edge.target])
    if sources[0] == targets[0]:
        return None
    if edge.relation == DISCUSSES and targets != [edge.target]:
        score = MENTION_SCORE if len(targets) == 1 else 1.0
        edge = edge._replace(relation=MENTIONS, confidence=INFERRED, confidence_score=score)
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
