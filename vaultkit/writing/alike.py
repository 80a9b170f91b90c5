"""Which texts say nearly the same: by the rare terms they share, then by the cosine of all. Pure, near linear."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping
from itertools import combinations
from typing import Final, NamedTuple

ALIKE: Final = 0.6
"""The cosine from which two notes are worth reading side by side."""
_TELLING: Final = 12
"""Terms that stand for a text when others like it are looked for."""
_CROWD: Final = 12
"""In how many texts a term may stand and still tell of what one is about."""
_SHARED: Final = 3
"""How many telling terms two texts share before they are compared."""


class Pair(NamedTuple):
    """Two texts that are alike."""

    one: str
    other: str
    cosine: float


def alike(texts: Mapping[str, str], least: float = ALIKE) -> list[Pair]:
    """The pairs of texts, given as blank-separated terms by id, whose cosine is at least so much; the nearest first."""
    counts = {identity: Counter(text.split()) for identity, text in texts.items()}
    spread = Counter(term for each in counts.values() for term in each)
    vectors = {identity: _vector(each, spread, len(counts)) for identity, each in counts.items()}
    shared: Counter[tuple[str, str]] = Counter()
    for holders in _holders(vectors, spread).values():
        shared.update(combinations(sorted(holders), 2))
    near = (pair for pair, count in shared.items() if count >= _SHARED)
    pairs = (Pair(one, other, round(_cosine(vectors[one], vectors[other]), 3)) for one, other in near)
    enough = (pair for pair in pairs if pair.cosine >= least)
    return sorted(enough, key=lambda pair: (-pair.cosine, pair.one, pair.other))


def _vector(counts: Counter[str], spread: Counter[str], texts: int) -> dict[str, float]:
    weights = {term: (1 + math.log(n)) * math.log(1 + texts / spread[term]) for term, n in counts.items()}
    length = math.sqrt(sum(weight**2 for weight in weights.values())) or 1.0
    return {term: weight / length for term, weight in weights.items()}


def _holders(vectors: Mapping[str, dict[str, float]], spread: Counter[str]) -> dict[str, list[str]]:
    """By telling term the texts it tells of."""
    holders: dict[str, list[str]] = {}
    for identity, vector in vectors.items():
        telling = (term for term in vector if 2 <= spread[term] <= _CROWD)
        for term in sorted(telling, key=lambda term: (-vector[term], term))[:_TELLING]:
            holders.setdefault(term, []).append(identity)
    return holders


def _cosine(one: Mapping[str, float], other: Mapping[str, float]) -> float:
    small, large = sorted((one, other), key=len)
    return sum(weight * large.get(term, 0.0) for term, weight in small.items())
