"""BM25F: how well a document answers a question, over fields of different weight, and over its best section."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from typing import Final, NamedTuple

SATURATION: Final = 2.0
"""k1, how soon a term said again says nothing new: the upper end of what is usual, since fields weigh up to 4."""
SECTION_LENGTH: Final = 100.0
"""Terms of a section that counts whole, about two paragraphs: a given one, lest scores depend on other sections."""
SECTION_LEAST: Final = 20
"""Terms below which a section is none the better for being short: a bare heading answers nothing."""
SECTION_DECAY: Final = 0.75
"""b of a section."""
NAMING: Final = 0.5
"""How much it counts that a question names a document: `facturaia` is first of all the note of that name."""

Groups = Sequence[frozenset[str]]
"""What is asked for: a group holds the terms that one word may stand as."""


class Field(NamedTuple):
    """How a field counts."""

    weight: float
    decay: float
    """b: 0 if its length does not matter, 1 if a term in a field twice as long counts half."""


class Candidate(NamedTuple):
    """A document that may answer, its fields as terms; the last field is the body, a line for each section."""

    id: str
    fields: tuple[str, ...]


class Statistics(NamedTuple):
    """What is known of the whole collection."""

    documents: int
    lengths: tuple[float, ...]
    """Average number of terms of each field."""
    frequency: Callable[[str], int]
    """In how many documents a term stands."""


def rank(
    candidates: Iterable[Candidate], groups: Groups, fields: Sequence[Field], statistics: Statistics
) -> list[tuple[str, float]]:
    """(id, score) of the candidates, best first; equal ones by id."""
    rarity = rarities(groups, statistics)
    scored = [(each.id, _score(each, groups, rarity, fields, statistics)) for each in candidates]
    return sorted(scored, key=lambda item: (-item[1], item[0]))


def rarities(groups: Groups, statistics: Statistics) -> list[float]:
    """How much each group says: the rarer, the more."""
    return [_rarity(group, statistics) for group in groups]


def _rarity(group: frozenset[str], statistics: Statistics) -> float:
    """Inverse document frequency, as Lucene smooths it: never negative."""
    found = min(sum(statistics.frequency(term) for term in sorted(group)), statistics.documents)
    return math.log(1 + (statistics.documents - found + 0.5) / (found + 0.5))


def bm25f(
    candidate: Candidate, groups: Groups, rarity: Sequence[float], fields: Sequence[Field], statistics: Statistics
) -> float:
    """The score of a document over its fields (Zaragoza and others 2004); a field without weight is not looked at."""
    wanted = frozenset().union(*groups)
    found = [0.0] * len(groups)
    for text, field, usual in zip(candidate.fields, fields, statistics.lengths, strict=True):
        if text and field.weight:
            for index, count in _counted(text, groups, wanted, field.decay, usual):
                found[index] += field.weight * count
    return _saturated(found, rarity)


def _score(
    candidate: Candidate, groups: Groups, rarity: list[float], fields: Sequence[Field], statistics: Statistics
) -> float:
    wanted = frozenset().union(*groups)
    return (
        bm25f(candidate, groups, rarity, fields, statistics)
        + _best_section(candidate, groups, rarity, wanted)
        + NAMING * _named(candidate, groups, rarity)
    )


def _named(candidate: Candidate, groups: Groups, rarity: Sequence[float]) -> float:
    """How far the question names the document: what of its name is asked for, by how much of the name that is.

    Squared: a whole name says much, one word of a long title little.
    """
    name = candidate.fields[0].split()
    asked = [index for index, group in enumerate(groups) if not group.isdisjoint(name)]
    if not asked:
        return 0.0
    wanted = frozenset().union(*(groups[index] for index in asked))
    return sum(rarity[index] for index in asked) * (sum(word in wanted for word in name) / len(name)) ** 2


def _best_section(candidate: Candidate, groups: Groups, rarity: list[float], wanted: frozenset[str]) -> float:
    """The score of the best section, each read as if the name of the document stood in it."""
    named = wanted.intersection(candidate.fields[0].split())
    title = [1.0 if group & named else 0.0 for group in groups]
    best = 0.0
    for section in candidate.fields[-1].split("\n"):
        found = _counted(section, groups, wanted, SECTION_DECAY, SECTION_LENGTH, SECTION_LEAST)
        if found:
            counts = title.copy()
            for index, count in found:
                counts[index] += count
            best = max(best, _saturated(counts, rarity))
    return best


def _counted(
    text: str, groups: Groups, wanted: frozenset[str], decay: float, usual: float, least: int = 0
) -> list[tuple[int, float]]:
    """(index, count) of the groups of which a term stands in a text, the less for a text longer than usual."""
    words = text.split()
    present = wanted.intersection(words)
    if not present:
        return []
    spread = 1 - decay + decay * max(len(words), least) / (usual or 1.0)
    return [
        (index, sum([words.count(term) for term in group & present]) / spread)
        for index, group in enumerate(groups)
        if not present.isdisjoint(group)
    ]


def _saturated(counts: Sequence[float], rarity: Sequence[float]) -> float:
    return sum(weight * count / (SATURATION + count) for weight, count in zip(rarity, counts, strict=True))
