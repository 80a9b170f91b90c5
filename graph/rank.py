"""BM25F: how well a document answers a question, over fields of different weight, and over its best section."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Final, NamedTuple

SATURATION: Final = 1.2
"""k1: how soon a term said again says nothing new."""
SECTION_SHARE: Final = 0.5
"""How much the best section counts beside the whole document: an answer stands in one place."""

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


def _score(
    candidate: Candidate, groups: Groups, rarity: list[float], fields: Sequence[Field], statistics: Statistics
) -> float:
    wanted = frozenset().union(*groups)
    found = [0.0] * len(groups)
    for text, field, usual in zip(candidate.fields, fields, statistics.lengths, strict=True):
        words = text.split()
        counts = Counter(word for word in words if word in wanted)
        if counts:
            spread = 1 - field.decay + field.decay * len(words) / (usual or 1.0)
            for index, group in enumerate(groups):
                found[index] += field.weight * sum(counts[term] for term in group) / spread
    whole = sum(weight * count / (SATURATION + count) for weight, count in zip(rarity, found, strict=True))
    return whole + SECTION_SHARE * _best_section(candidate.fields[-1], groups, rarity, wanted)


def _best_section(body: str, groups: Groups, rarity: list[float], wanted: frozenset[str]) -> float:
    best = 0.0
    for section in body.split("\n"):
        present = wanted.intersection(section.split())
        if present:
            best = max(best, sum(weight for weight, group in zip(rarity, groups, strict=True) if group & present))
    return best
