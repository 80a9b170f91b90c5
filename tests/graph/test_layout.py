"""Where the nodes stand: the same on every machine and at every time, regions kept together, little moved."""

from __future__ import annotations

import math
import random
import subprocess
import sys
from collections.abc import Sequence
from hashlib import blake2b
from statistics import median

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graph.layout import FEW, SPACING, Place, layout

Graph = tuple[list[str], list[tuple[str, str]], dict[str, str]]


def town(size: int, quarters: int) -> Graph:
    """A graph of communities: most edges stay inside of one, every twentieth node is alone."""
    chance = random.Random(size)
    ids = [f"notes/{index:05}.md" for index in range(size)]
    community = {identity: f"q{index % quarters}" for index, identity in enumerate(ids) if index % 20}
    mates: dict[str, list[str]] = {}
    for identity, name in community.items():
        mates.setdefault(name, []).append(identity)
    edges = {
        (one, chance.choice(mates[name if chance.random() < 0.85 else f"q{chance.randrange(quarters)}"]))
        for one, name in community.items()
        for _ in range(2)
    }
    return ids, sorted(edges), community


def width(places: Sequence[Place]) -> float:
    return max(x for x, _ in places) - min(x for x, _ in places) or 1


NAMES = st.lists(st.text(max_size=8), unique=True, max_size=12).map(sorted)


@settings(max_examples=40)
@given(NAMES, st.randoms(use_true_random=False))
def test_every_graph_gets_a_place_for_each_node(ids: list[str], chance: random.Random) -> None:
    ends = [*ids, "no node"]
    edges = sorted((chance.choice(ends), chance.choice(ends)) for _ in range(2 * len(ids)))
    community = {identity: chance.choice(ends) for identity in ids if chance.random() < 0.7}
    places = layout(ids, edges, community)
    assert len(places) == len(ids)
    assert all(isinstance(x, int) and isinstance(y, int) for x, y in places)
    assert places == layout(ids, [*edges, *edges, *((other, one) for one, other in edges)], community)


@pytest.mark.parametrize("count", [FEW + 1, FEW + 40])
def test_graphs_of_odd_shapes_are_laid_out(count: int) -> None:
    ids = [f"{index:03}" for index in range(count)]
    star = [("000", other) for other in ids[1:]]
    for edges, community in (([], {}), (star, {}), (star, dict.fromkeys(ids, "all")), ([], dict.fromkeys(ids, "all"))):
        assert len(set(layout(ids, edges, community))) > count // 2


@pytest.mark.parametrize(("size", "quarters", "digest"), [(60, 3, "8ed0c8edb768963e"), (400, 8, "53b3ef698bdfa94e")])
def test_every_machine_and_every_run_says_the_same(size: int, quarters: int, digest: str) -> None:
    assert blake2b(str(layout(*town(size, quarters))).encode(), digest_size=8).hexdigest() == digest


@pytest.mark.parametrize(("size", "quarters"), [(50, 3), (600, 10)])
def test_communities_are_regions(size: int, quarters: int) -> None:
    ids, edges, community = town(size, quarters)
    place = dict(zip(ids, layout(ids, edges, community), strict=True))
    members: dict[str, list[Place]] = {}
    for identity, name in community.items():
        members.setdefault(name, []).append(place[identity])
    centres = {
        name: (sum(x for x, _ in found) / len(found), sum(y for _, y in found) / len(found))
        for name, found in members.items()
    }
    at_home = sum(
        name == min(centres, key=lambda each: math.dist(centres[each], place[identity]))
        for identity, name in community.items()
    )
    assert at_home > 0.9 * len(community)


@pytest.mark.parametrize("size", [40, 200, 1500])
def test_neighbours_do_not_stand_on_one_another(size: int) -> None:
    places = layout(*town(size, max(3, size // 50)))
    assert len(set(places)) > 0.97 * len(places)
    nearest = [min(math.dist(one, other) for other in places if other != one) for one in places[:60]]
    assert SPACING / 4 < median(nearest) < SPACING * 4


@pytest.mark.parametrize(("size", "share"), [(40, 0.12), (300, 0.06), (1500, 0.03)])
def test_one_note_more_moves_little(size: int, share: float) -> None:
    ids, edges, community = town(size, max(3, size // 50))
    before = dict(zip(ids, layout(ids, edges, community), strict=True))
    new = "notes/00007 and more.md"
    grown = sorted([*ids, new])
    after = dict(
        zip(grown, layout(grown, sorted([*edges, (new, ids[3])]), {**community, new: community[ids[3]]}), strict=True)
    )
    moved = median(math.dist(before[identity], after[identity]) for identity in ids)
    assert moved < share * width(list(before.values()))


def test_what_is_alone_stands_around_the_map() -> None:
    ids, edges, community = town(600, 6)
    places = dict(zip(ids, layout(ids, edges, community), strict=True))
    ends = {end for edge in edges for end in edge}
    farthest = max(math.hypot(*places[identity]) for identity in ends)
    assert all(math.hypot(*places[identity]) > farthest for identity in ids if identity not in ends)


def test_few_nodes_need_no_numpy() -> None:
    program = "import sys, graph.layout as room; room.layout(['a'], [], {}); print('numpy' in sys.modules)"
    said = subprocess.run(
        [sys.executable, "-c", program],
        env={"PYTHONPATH": ":".join(sys.path)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert said.stdout.strip() == "False"
