"""The layout of many nodes: first the communities as discs, then their members by forces, each kept to its disc; where
nodes are parts of others, wholes first, and their parts around them (multilevel, Walshaw 2003)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from graph.layout.field import push
from graph.layout.regions import place_regions
from graph.layout.start import direction, scatter, start

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Points = tuple[Floats, Floats]
Discs = tuple[Floats, Floats, Floats]
"""Centres and radii of the regions."""

_REGIONS: Final = 400
"""The largest communities have a region each; members of the others start beside one another."""
_ROOM: Final = 0.7
"""The radius of a region of one node; its area grows with its members."""
_COOLING: Final = (80, 1.6)
"""How many rounds, and how far a node moves at most in the first of them."""
_COOLING_OF_PARTS: Final = (24, 1.2)
"""The same for parts, which start beside the settled node that they are a part of."""
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
    mass: Floats
    """Of each node, for how many it stands."""


def place_many(
    ids: Sequence[str],
    ends: tuple[Sequence[int], Sequence[int]],
    community: Mapping[str, str],
    parts: Mapping[str, str],
) -> list[tuple[float, float]]:
    """The places of any number of nodes, neighbours about 1 apart."""
    names = _regions(ids, community)
    graph = _graph(ids, ends, community, names)
    start_x, start_y = _scattered(names)
    radius = _ROOM * np.sqrt(graph.members)
    center_x, center_y = place_regions(start_x, start_y, radius, _ties(graph, len(names)))
    discs = (center_x, center_y, radius)
    scattered = _scattered(ids)
    x, y = _starts(ids, scattered, community, graph, discs)
    if parts:
        x, y = _beside_wholes((x, y), scattered, graph, discs, _wholes(ids, parts))
        x, y = _settle(x, y, graph, discs, _COOLING_OF_PARTS)
    else:
        x, y = _settle(x, y, graph, discs, _COOLING)
    x, y = _surround(ids, graph, x, y)
    return list(zip(x.tolist(), y.tolist(), strict=True))


def _regions(ids: Sequence[str], community: Mapping[str, str]) -> list[str]:
    """The communities that have a region, sorted by name."""
    sizes = Counter(community[identity] for identity in ids if identity in community)
    return sorted(sorted(sizes, key=lambda name: (-sizes[name], name))[:_REGIONS])


def _graph(
    ids: Sequence[str], ends: tuple[Sequence[int], Sequence[int]], community: Mapping[str, str], names: list[str]
) -> _Graph:
    number = {name: index for index, name in enumerate(names)}
    region = np.array([number.get(community.get(identity, ""), -1) for identity in ids], np.int64)
    members = np.bincount(region[region >= 0], minlength=len(names)).astype(np.float64)
    one, other = np.array(ends[0], np.int64), np.array(ends[1], np.int64)
    return _linked(one, other, region, members, np.ones(len(ids)))


def _linked(one: Ints, other: Ints, region: Ints, members: Floats, mass: Floats) -> _Graph:
    """A graph with an edge for each two that are connected, however often and in whatever direction."""
    count = len(region)
    pairs = np.unique((np.minimum(one, other) * count + np.maximum(one, other))[one != other])
    one, other = pairs // count, pairs % count
    degree = np.bincount(one, minlength=count) + np.bincount(other, minlength=count)
    weight = 1 / np.sqrt(np.maximum(np.minimum(degree[one], degree[other]), 1).astype(np.float64))
    return _Graph(one, other, weight, region, members, mass)


def _wholes(ids: Sequence[str], parts: Mapping[str, str]) -> Ints:
    """The node that each is a part of, itself for one that is no part."""
    position = {identity: index for index, identity in enumerate(ids)}
    return np.array([position[parts.get(identity, identity)] for identity in ids], np.int64)


def _beside_wholes(starts: Points, scattered: Points, graph: _Graph, discs: Discs, of: Ints) -> Points:
    """Every node beside the one that it is a part of, where the forces bring those: each has the mass of its parts."""
    wholes, group = np.unique(of, return_inverse=True)
    mass = np.bincount(group).astype(np.float64)
    coarse = _linked(group[graph.one], group[graph.other], graph.region[wholes], graph.members, mass)
    at_x, at_y = _settle(starts[0][wholes], starts[1][wholes], coarse, discs, _COOLING)
    room = np.where(of == np.arange(len(of)), 0.0, _ROOM * np.sqrt(mass[group]))
    return at_x[group] + scattered[0] * room, at_y[group] + scattered[1] * room


def _ties(graph: _Graph, count: int) -> Floats:
    """How strongly each two regions are tied."""
    one, other = graph.region[graph.one], graph.region[graph.other]
    across = (one >= 0) & (other >= 0) & (one != other)
    cell = one[across] * count + other[across]
    ties = np.bincount(cell, weights=graph.weight[across], minlength=count * count).reshape(count, count)
    return (ties + ties.T).astype(np.float64)


def _starts(ids: Sequence[str], scattered: Points, community: Mapping[str, str], graph: _Graph, discs: Discs) -> Points:
    """Inside of its region where there is one; else where the hash of its community, or its own, says."""
    center_x, center_y, radius = discs
    x, y = scattered[0].copy(), scattered[1].copy()
    inside = graph.region >= 0
    where, outside = graph.region[inside], np.flatnonzero(~inside)
    homes = [direction(community.get(ids[index], ids[index])) for index in outside.tolist()]
    home_x, home_y = _columns(homes)
    reach = _reach(discs)
    x[outside] += home_x * reach
    y[outside] += home_y * reach
    x[inside] = center_x[where] + x[inside] * radius[where]
    y[inside] = center_y[where] + y[inside] * radius[where]
    return x, y


def _reach(discs: Discs) -> float:
    """How far the regions reach from the middle."""
    center_x, center_y, radius = discs
    return float((np.sqrt(center_x * center_x + center_y * center_y) + radius).max(initial=1.0))


def _settle(x: Floats, y: Floats, graph: _Graph, discs: Discs, cooling: tuple[int, float]) -> Points:
    """Let the forces work, in ever smaller steps: so many rounds, so far at most in the first."""
    one, other, count = graph.one, graph.other, len(x)
    same = (graph.region[one] == graph.region[other]) | (graph.region[one] < 0) | (graph.region[other] < 0)
    weight = graph.weight * np.where(same, 1.0, _ACROSS)
    rounds, first = cooling
    for step in range(rounds):
        most = first * (1 - step / rounds) ** 2 + 0.02
        half = float(max(np.abs(x).max(), np.abs(y).max())) * 1.05 + 1.0
        force_x, force_y = push(x, y, graph.mass, half)
        dx, dy = x[one] - x[other], y[one] - y[other]
        for force, away in ((force_x, dx), (force_y, dy)):
            pull = away * weight
            force += np.bincount(other, weights=pull, minlength=count) - np.bincount(one, weights=pull, minlength=count)
        _keep_home(force_x, force_y, x, y, graph, discs)
        length = np.sqrt(force_x * force_x + force_y * force_y) + 1e-9
        scale = np.minimum(most / length, 0.25)
        x, y = x + force_x * scale, y + force_y * scale
    return x, y


def _keep_home(force_x: Floats, force_y: Floats, x: Floats, y: Floats, graph: _Graph, discs: Discs) -> None:
    """Draw all to the middle of their region, and back into it; those of none lightly to the middle of the map."""
    center_x, center_y, radius = discs
    inside = graph.region >= 0
    where = graph.region[inside]
    dx, dy = center_x[where] - x[inside], center_y[where] - y[inside]
    distance = np.sqrt(dx * dx + dy * dy) + 1e-9
    outside = distance + np.where(graph.mass > 1, _ROOM * np.sqrt(graph.mass), 0.0)[inside] - radius[where]
    pull = np.maximum(outside, 0.0) * 6.0 / distance + 0.4 / radius[where]
    force_x[inside] += dx * pull
    force_y[inside] += dy * pull
    force_x[~inside] -= x[~inside] * 0.02
    force_y[~inside] -= y[~inside] * 0.02


def _surround(ids: Sequence[str], graph: _Graph, x: Floats, y: Floats) -> Points:
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


def _scattered(names: Sequence[str]) -> Points:
    """Where `start` puts each of them, at once."""
    numbers = np.frombuffer(b"".join(map(scatter, names)), ">u4").reshape(-1, 2).T.astype(np.float64)
    x, y = numbers / 2**31 - 1
    return x * np.sqrt(1 - y * y / 2), y * np.sqrt(1 - x * x / 2)


def _columns(points: Sequence[tuple[float, float]]) -> Points:
    x, y = np.array(points, np.float64).reshape(-1, 2).T
    return x.copy(), y.copy()
