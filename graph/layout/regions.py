"""Where the communities stand: discs as big as they have members, beside those they are tied to, none over another."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

_ROUNDS: Final = 160
_SETTLING: Final = 60
"""Rounds at the end in which discs only make room for one another."""


def place_regions(x: Floats, y: Floats, radius: Floats, ties: Floats) -> tuple[Floats, Floats]:
    """The centres of the discs, from starts within the disc of radius 1. `ties` is symmetric, its diagonal 0."""
    reach = np.sqrt((radius * radius).sum()) * 1.2
    x, y = x * reach, y * reach
    strength = ties / np.maximum(ties.sum(axis=1), 1e-9)[:, None]
    together = radius[:, None] + radius[None, :]
    share = radius * radius
    share = share[None, :] / (share[:, None] + share[None, :])
    for step in range(_ROUNDS):
        left = max(0.0, 1 - step / (_ROUNDS - _SETTLING))
        grown = 1 - left * left
        dx, dy = x[:, None] - x[None, :], y[:, None] - y[None, :]
        distance = np.sqrt(dx * dx + dy * dy + 1e-6)
        overlap = np.maximum(together * (1.06 * grown) - distance, 0.0)
        pushed = overlap * share * 0.5
        pushed += left * 0.25 * np.minimum(share * together * together / (distance * reach), reach * 0.1)
        pushed -= (0.3 * left + 0.01) * strength * np.maximum(distance - together, 0.0)
        pushed /= distance
        x = x + (dx * pushed).sum(axis=1) - x * 0.02
        y = y + (dy * pushed).sum(axis=1) - y * 0.02
    return x, y
