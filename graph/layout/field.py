"""How a crowd pushes: the field of many points on a grid, felt by those near it and not by the whole map."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

_FINEST: Final = 512
"""Cells along the edge of the grid, at most."""
_CELLS_A_POINT: Final = 4
"""More would tell nothing new."""
_SIZES: Final = 4
"""How many sizes of bumps, each twice the one before."""


def push(x: Floats, y: Floats, mass: Floats, half: float) -> tuple[Floats, Floats]:
    """What each point is pushed by, about the sum of mass/d over the others near it; points lie within ±`half`.

    The potential -log d is a sum of bumps of all sizes; those of a few sizes are added up, each on a grid of its own:
    linear in points and cells. Far ones are left out: they would drive every region against its outer border. Only
    sums and products: an FFT would round otherwise on another machine.
    """
    cells = 16
    while cells < _FINEST and cells < 6 * half and cells * cells < _CELLS_A_POINT * len(x):
        cells *= 2
    size = 2 * half / cells
    gx, gy = (x + half) / size - 0.5, (y + half) / size - 0.5
    column = np.clip(np.floor(gx), 0, cells - 2).astype(np.int64)
    row = np.clip(np.floor(gy), 0, cells - 2).astype(np.int64)
    fx, fy = np.clip(gx - column, 0.0, 1.0), np.clip(gy - row, 0.0, 1.0)
    at = row * cells + column
    corners = (
        (at, (1 - fx) * (1 - fy)),
        (at + 1, fx * (1 - fy)),
        (at + cells, (1 - fx) * fy),
        (at + cells + 1, fx * fy),
    )
    density = np.zeros(cells * cells)
    for corner, share in corners:
        density += np.bincount(corner, weights=share * mass, minlength=cells * cells)
    potential = _potential(density.reshape(cells, cells), _SIZES)
    across, along = np.zeros_like(potential), np.zeros_like(potential)
    across[:, 1:-1] = (potential[:, :-2] - potential[:, 2:]) / (2 * size)
    along[1:-1] = (potential[:-2] - potential[2:]) / (2 * size)
    return _gather(across.ravel(), corners), _gather(along.ravel(), corners)


def _gather(values: Floats, corners: tuple[tuple[NDArray[np.int64], Floats], ...]) -> Floats:
    total = np.zeros(len(corners[0][0]))
    for corner, share in corners:
        total += values[corner] * share
    return total


def _potential(mass: Floats, sizes: int) -> Floats:
    """The bumps of so many sizes: of each grid its own, and those of the coarser ones spread over it."""
    potential = _smooth(mass)
    if sizes > 1:
        coarse = mass[::2, ::2] + mass[1::2, ::2] + mass[::2, 1::2] + mass[1::2, 1::2]
        potential += _spread(_potential(coarse, sizes - 1))
    return potential


def _smooth(values: Floats) -> Floats:
    """Weighted with the neighbours, 1 2 1 in both directions; beyond the edge is nothing."""
    inner = values * 2
    inner[1:] += values[:-1]
    inner[:-1] += values[1:]
    result = inner * 2
    result[:, 1:] += inner[:, :-1]
    result[:, :-1] += inner[:, 1:]
    return result / 16


def _spread(values: Floats) -> Floats:
    """Values on a grid of twice as many cells, bilinear; the edge goes on as it is."""
    return _twice(_twice(values).T).T


def _twice(values: Floats) -> Floats:
    padded = np.concatenate((values[:1], values, values[-1:]))
    result = np.empty((2 * len(values), values.shape[1]))
    result[::2] = values * 0.75 + padded[:-2] * 0.25
    result[1::2] = values * 0.75 + padded[2:] * 0.25
    return result
