"""A note and a model in, a Fragment out: the things that its prose names, their relations, and what proves them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from extractors.markdown.parsed import read_note
from extractors.note import passages_of
from extractors.prose.prompt import prompt, schema
from extractors.prose.proof import Claims, Entity, Relation, Unusable, doubted, prove
from extractors.prose.salvage import saved
from extractors.prose.sections import Passage
from extractors.source import Source, decode
from graph.model import EXTRACTED, Edge, Fragment, Node, concept_id, node_id
from graph.notes.concepts import DISCUSSES

Complete = Callable[[tuple[str, ...], dict[str, Any]], dict[str, Any]]
"""Answers a prompt, ours and the model's turns, with JSON of a schema."""


class Asked(NamedTuple):
    """An answer that can be kept, and what stands of it."""

    answer: dict[str, Any]
    claims: Claims


def extract(source: Source, complete: Complete) -> Fragment:
    """What a note says, as a model reads it. A section whose answer cannot be used says nothing.

    What `complete` raises is raised.
    """
    found = []
    for passage in passages(source):
        try:
            found.append(ask(passage, complete).claims)
        except Unusable:
            continue
    return fragment(source.path, found)


def passages(source: Source) -> list[Passage]:
    """What a model reads of a note; nothing of one that is no UTF-8 text."""
    text = decode(source.data)
    return [] if text is None else passages_of(read_note(source.path, text))


def ask(passage: Passage, complete: Complete) -> Asked:
    """Have a model read a passage; it may find nothing. Raises Unusable, and what `complete` raises."""
    answer = complete(prompt(passage), schema(passage))
    claims = prove(passage, answer)
    if not claims and not is_empty(answer):
        raise Unusable("nothing of the answer stands in the text", answer)
    return Asked(answer, claims)


def save(passage: Passage, answer: object) -> Asked | None:
    """What can be kept of an answer that broke off or went round in circles, None if nothing can."""
    whole = saved(answer)
    claims = doubted(prove(passage, whole))
    return Asked(whole, claims) if claims else None


def is_empty(answer: dict[str, Any]) -> bool:
    """Whether an answer says that there is nothing in the text."""
    return not any(answer.values())


def fragment(path: str, claims: Iterable[Claims]) -> Fragment:
    """The claims of a note's sections, in their order, as nodes and edges between concepts."""
    nodes: dict[str, Node] = {}
    lines: dict[str, list[int]] = {}
    related: dict[tuple[str, str, str], list[Relation]] = {}
    for each in claims:
        for entity in each.entities:
            identity = concept_id(entity.name)
            nodes.setdefault(identity, _node(identity, entity))
            lines.setdefault(identity, []).extend(entity.lines)
        for relation in each.relations:
            key = (concept_id(relation.subject), concept_id(relation.object), relation.relation)
            related.setdefault(key, []).append(relation)
    discussed = (_discussed(path, identity, places) for identity, places in lines.items())
    return Fragment(path, tuple(nodes.values()), (*discussed, *(_edge(path, *each) for each in related.items())))


def drops(claims: Iterable[Claims]) -> dict[str, int]:
    """How many entries were dropped, by their fault."""
    total: Counter[str] = Counter()
    for each in claims:
        total.update(each.dropped)
    return dict(sorted(total.items()))


def _node(identity: str, entity: Entity) -> Node:
    attrs = {"type": entity.type, "summary": entity.summary}
    return Node(identity, entity.name, "concept", "concept", "", "", {key: each for key, each in attrs.items() if each})


def _discussed(path: str, target: str, places: list[int]) -> Edge:
    lines = tuple(sorted(places))
    return Edge(node_id(path), target, DISCUSSES, EXTRACTED, 1.0, path, f"L{lines[0]}", lines, {})


def _edge(path: str, key: tuple[str, str, str], stated: list[Relation]) -> Edge:
    """One edge for all that state it: the strongest proof, every line."""
    best = max(stated, key=lambda each: each.score)
    lines = tuple(sorted(each.line for each in stated))
    attrs = {"evidence": best.evidence} if best.evidence else {}
    return Edge(*key, best.confidence, best.score, path, f"L{best.line}", lines, attrs)
