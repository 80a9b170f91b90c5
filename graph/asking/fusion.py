"""Makes one ranking of several by their ranks alone: scores of different makers cannot be compared."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Final, TypeVar

K: Final = 60
"""How little the first ranks stand out (Cormack, Clarke, Buettcher 2009)."""

_Ranked = TypeVar("_Ranked", bound=Hashable)


def fused(rankings: Sequence[Sequence[_Ranked]], weights: Sequence[float] = ()) -> list[tuple[_Ranked, float]]:
    """(what, score) of all that is ranked, by the sum of weighted reciprocal ranks; of equals the one that came first.

    Without weights every ranking counts 1.
    """
    worth: dict[_Ranked, float] = {}
    for weight, ranking in zip(weights or [1.0] * len(rankings), rankings, strict=True):
        for place, each in enumerate(ranking, 1):
            worth[each] = worth.get(each, 0.0) + weight / (K + place)
    return sorted(worth.items(), key=lambda item: -item[1])
