"""The layout of many nodes: first the communities as discs, then their members by forces, each kept to its disc."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from graph.layout.field import push
from graph.layout.regions import place_regions
from graph.layout.start import direction, start

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

_REGIONS: Final = 400
"""The largest communities have a region each; members of the others start beside one another."""
_ROOM: Final = 0.7
"""The radius of a region of one node; its area grows with its members."""
_ROUNDS: Final = 80
_ACROSS: Final = 0.04
"""How much an edge between two regions pulls, one inside of a region being 1."""


class _Graph(NamedTuple):
    """The graph as arrays."""

    one: Ints
    other: Ints
    weight: Floats
    region: Ints
    """Of each node, -1 for none."""
    members: Floats
    """Of each region, how many."""


def place_many(
    ids: Sequence[str], pairs: Sequence[tuple[int, int]], community: Mapping[str, str]
) -> list[tuple[float, float]]:
    """The places of any number of nodes, neighbours about 1 apart."""
    names = _regions(ids, community)
    graph = _graph(ids, pairs, community, names)
    start_x, start_y = _columns([start(name) for name in names])
    radius = _ROOM * np.sqrt(graph.members)
    center_x, center_y = place_regions(start_x, start_y, radius, _ties(graph, len(names)))
    x, y = _starts(ids, community, graph, (center_x, center_y, radius))
    x, y = _settle(x, y, graph, (center_x, center_y, radius))
    x, y = _surround(ids, graph, x, y)
    return list(zip(x.tolist(), y.tolist(), strict=True))


def _regions(ids: Sequence[str], community: Mapping[str, str]) -> list[str]:
    """The communities that have a region, sorted by name."""
    sizes = Counter(community[identity] for identity in ids if identity in community)
    return sorted(sorted(sizes, key=lambda name: (-sizes[name], name))[:_REGIONS])


def _graph(
    ids: Sequence[str], pairs: Sequence[tuple[int, int]], community: Mapping[str, str], names: list[str]
) -> _Graph:
    number = {name: index for index, name in enumerate(names)}
    region = np.array([number.get(community.get(identity, ""), -1) for identity in ids], np.int64)
    one, other = np.array(pairs, np.int64).reshape(-1, 2).T
    degree = np.bincount(one, minlength=len(ids)) + np.bincount(other, minlength=len(ids))
    weight = 1 / np.sqrt(np.maximum(np.minimum(degree[one], degree[other]), 1).astype(np.float64))
    members = np.bincount(region[region >= 0], minlength=len(names)).astype(np.float64)
    return _Graph(one, other, weight, region, members)


def _ties(graph: _Graph, count: int) -> Floats:
    """How strongly each two regions are tied."""
    one, other = graph.region[graph.one], graph.region[graph.other]
    across = (one >= 0) & (other >= 0) & (one != other)
    cell = one[across] * count + other[across]
    ties = np.bincount(cell, weights=graph.weight[across], minlength=count * count).reshape(count, count)
    return (ties + ties.T).astype(np.float64)


def _starts(
    ids: Sequence[str], community: Mapping[str, str], graph: _Graph, discs: tuple[Floats, Floats, Floats]
) -> tuple[Floats, Floats]:
    """Inside of its region where there is one; else where the hash of its community, or its own, says."""
    center_x, center_y, radius = discs
    x, y = _columns([start(identity) for identity in ids])
    home_x, home_y = _columns([direction(community.get(identity, identity)) for identity in ids])
    reach = _reach(discs)
    inside = graph.region >= 0
    where = graph.region[inside]
    home_x, home_y = home_x * reach + x, home_y * reach + y
    home_x[inside] = center_x[where] + x[inside] * radius[where]
    home_y[inside] = center_y[where] + y[inside] * radius[where]
    return home_x, home_y


def _reach(discs: tuple[Floats, Floats, Floats]) -> float:
    """How far the regions reach from the middle."""
    center_x, center_y, radius = discs
    return float((np.sqrt(center_x * center_x + center_y * center_y) + radius).max(initial=1.0))


def _settle(x: Floats, y: Floats, graph: _Graph, discs: tuple[Floats, Floats, Floats]) -> tuple[Floats, Floats]:
    """Let the forces work, in ever smaller steps."""
    one, other, count = graph.one, graph.other, len(x)
    same = (graph.region[one] == graph.region[other]) | (graph.region[one] < 0) | (graph.region[other] < 0)
    weight = graph.weight * np.where(same, 1.0, _ACROSS)
    for step in range(_ROUNDS):
        most = 1.6 * (1 - step / _ROUNDS) ** 2 + 0.02
        half = float(max(np.abs(x).max(), np.abs(y).max())) * 1.05 + 1.0
        force_x, force_y = push(x, y, half)
        dx, dy = x[one] - x[other], y[one] - y[other]
        for force, away in ((force_x, dx), (force_y, dy)):
            pull = away * weight
            force += np.bincount(other, weights=pull, minlength=count) - np.bincount(one, weights=pull, minlength=count)
        _keep_home(force_x, force_y, x, y, graph.region, discs)
        length = np.sqrt(force_x * force_x + force_y * force_y) + 1e-9
        scale = np.minimum(most / length, 0.25)
        x, y = x + force_x * scale, y + force_y * scale
    return x, y


def _keep_home(
    force_x: Floats, force_y: Floats, x: Floats, y: Floats, region: Ints, discs: tuple[Floats, Floats, Floats]
) -> None:
    """Draw all to the middle of their region, and back into it; those of none lightly to the middle of the map."""
    center_x, center_y, radius = discs
    inside = region >= 0
    where = region[inside]
    dx, dy = center_x[where] - x[inside], center_y[where] - y[inside]
    distance = np.sqrt(dx * dx + dy * dy) + 1e-9
    pull = np.maximum(distance - radius[where], 0.0) * 6.0 / distance + 0.4 / radius[where]
    force_x[inside] += dx * pull
    force_y[inside] += dy * pull
    force_x[~inside] -= x[~inside] * 0.02
    force_y[~inside] -= y[~inside] * 0.02


def _surround(ids: Sequence[str], graph: _Graph, x: Floats, y: Floats) -> tuple[Floats, Floats]:
    """The map with its middle at (0, 0), and what has no edges around it: a ring as wide as their number asks."""
    alone = np.bincount(graph.one, minlength=len(ids)) + np.bincount(graph.other, minlength=len(ids)) == 0
    rest = ~alone
    if rest.any():
        x = x - (x[rest].max() + x[rest].min()) / 2
        y = y - (y[rest].max() + y[rest].min()) / 2
    reach = float(np.sqrt((x[rest] * x[rest] + y[rest] * y[rest]).max(initial=1.0))) + 1.0
    width = float(np.sqrt(reach * reach + alone.sum() * 2.0)) - reach
    for index in np.flatnonzero(alone).tolist():
        towards_x, towards_y = direction(ids[index])
        spread_x, spread_y = start(ids[index] + "#ring")
        distance = reach + width * (spread_x * spread_x + spread_y * spread_y)
        x[index], y[index] = towards_x * distance, towards_y * distance
    return x, y


def _columns(points: Sequence[tuple[float, float]]) -> tuple[Floats, Floats]:
    x, y = np.array(points, np.float64).reshape(-1, 2).T
    return x.copy(), y.copy()
