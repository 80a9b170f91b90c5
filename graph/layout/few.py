"""The layout of a few nodes: every pair is looked at (Fruchterman and Reingold, 1991), in plain Python."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from math import sqrt
from typing import Final

from graph.layout.start import start

_ROUNDS: Final = 90
_SAME_COMMUNITY: Final = 0.25
"""How much belonging together pulls, an edge being 1."""


def place_few(
    ids: Sequence[str], ends: tuple[Sequence[int], Sequence[int]], community: Mapping[str, str]
) -> list[tuple[float, float]]:
    """The places of at most some dozens of nodes, neighbours about 2 apart."""
    size = sqrt(len(ids)) * 1.5
    xs, ys = [], []
    for identity in ids:
        x, y = start(identity)
        xs.append(x * size)
        ys.append(y * size)
    pulls = _pulls(ids, {(min(pair), max(pair)) for pair in zip(*ends, strict=True)}, community)
    for step in range(_ROUNDS):
        _move(xs, ys, pulls, size * 0.35 * (1 - step / _ROUNDS) ** 2 + 0.01)
    return _centred(xs, ys)


def _pulls(ids: Sequence[str], linked: Set[tuple[int, int]], community: Mapping[str, str]) -> list[float]:
    """How strongly each two are pulled together, row by row of the upper triangle."""
    groups = [community.get(identity) for identity in ids]
    return [
        (1.0 if (one, other) in linked else 0.0)
        + (_SAME_COMMUNITY if groups[one] is not None and groups[one] == groups[other] else 0.0)
        for one in range(len(ids))
        for other in range(one + 1, len(ids))
    ]


def _move(xs: list[float], ys: list[float], pulls: list[float], most: float) -> None:
    """One round: all push each other away by 4/d, pulls draw by d²/4, gravity keeps the parts together."""
    count = len(xs)
    dx, dy = [-0.7 * x for x in xs], [-0.7 * y for y in ys]
    pull = iter(pulls)
    for one in range(count):
        x, y, sum_x, sum_y = xs[one], ys[one], 0.0, 0.0
        for other in range(one + 1, count):
            away_x, away_y = x - xs[other], y - ys[other]
            square = away_x * away_x + away_y * away_y + 1e-4
            push = 4 / square - next(pull) * sqrt(square) / 4
            sum_x += away_x * push
            sum_y += away_y * push
            dx[other] -= away_x * push
            dy[other] -= away_y * push
        dx[one] += sum_x
        dy[one] += sum_y
    for one in range(count):
        length = sqrt(dx[one] * dx[one] + dy[one] * dy[one])
        step = min(0.2, most / length) if length else 0.0
        xs[one] += dx[one] * step
        ys[one] += dy[one] * step


def _centred(xs: list[float], ys: list[float]) -> list[tuple[float, float]]:
    middle_x, middle_y = sum(xs) / max(1, len(xs)), sum(ys) / max(1, len(ys))
    return [(x - middle_x, y - middle_y) for x, y in zip(xs, ys, strict=True)]
