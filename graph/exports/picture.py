"""The communities of a graph as a picture: an SVG that follows the light or dark of whoever shows it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from heapq import nsmallest
from math import hypot, sqrt
from typing import Final, NamedTuple

from graph.exports.network import Chart
from graph.exports.palette import COLOURS, GREY, by_size
from graph.exports.xml import xml_characters
from graph.model import Node
from graph.naming import qualified_name
from graph.text import counted, is_cjk
from templates import render

Place = tuple[float, float]

WIDTH: Final = 1200
HEIGHT: Final = 760
_MAP: Final = (36.0, 96.0, 836.0, 724.0)
"""Left, top, right, bottom of the map; the legend stands right of it."""
_NODES: Final = 1500
"""As many as one can tell apart."""
_INSIDE: Final = 3000
_BETWEEN: Final = 700
"""How many edges inside of communities and between them are drawn."""
_COLOURED: Final = 2 * len(COLOURS)
"""The second half of the communities has the colours of the first, their dots hollow."""
_LABELS: Final = 16
_LEGEND_TOP: Final = 104
_LEGEND: Final = 28
"""Letters of a name in the legend."""


class Dot(NamedTuple):
    """A node, as SVG numbers."""

    x: str
    y: str
    r: str


class Shape(NamedTuple):
    """What is drawn in the colour of one community."""

    colour: int
    """Number of its colour, -1 for grey."""
    is_hollow: bool
    dots: list[Dot]
    lines: str
    """The edges inside it, as the data of a path."""
    bridges: str
    """Those of them that are short: they make one region of its dots."""


class Label(NamedTuple):
    """A name on the map."""

    x: str
    y: str
    text: str
    is_hub: bool


class Entry(NamedTuple):
    """A line of the legend."""

    colour: int
    is_hollow: bool
    y: int
    name: str
    number: str


class _Spot(NamedTuple):
    """A node on the map."""

    node: Node
    x: float
    y: float
    radius: float


def picture(chart: Chart, places: Mapping[str, Place]) -> Iterator[str]:
    """The SVG. `places` says where nodes are, y up; the most connected ones of a large graph are drawn."""
    sizes = by_size(chart.communities)
    colours = {hub: number for number, hub in enumerate(list(sizes)[:_COLOURED])}
    shown = _most_connected(chart, places)
    spots = _spots(shown, chart, places)
    of = {identity: colours.get(chart.communities.get(identity, ""), -1) for identity in spots}
    inside, between = _lines(chart, spots, of)
    reach = _reach(spots)
    shapes = [
        Shape(
            _colour(colour),
            colour >= len(COLOURS),
            [_dot(spot) for identity, spot in spots.items() if of[identity] == colour],
            _path(inside.get(colour, ())),
            _path(line for line in inside.get(colour, ()) if line.length < 7 * reach),
        )
        for colour in sorted(set(of.values()))
    ]
    yield render(
        "communities.svg.j2",
        width=WIDTH,
        height=HEIGHT,
        name=xml_characters(chart.name),
        counts=_counts(chart, sizes, len(spots)),
        colours=[*COLOURS, GREY],
        shapes=shapes,
        between=_path(between),
        labels=list(_labels(spots, chart, colours)),
        legend=list(_legend(chart, sizes)),
        fade=".2" if len(spots) < 300 else ".1",
        reach=f"{reach:.1f}",
        bridge=f"{1.5 * reach:.1f}",
    )


def _most_connected(chart: Chart, places: Mapping[str, Place]) -> list[Node]:
    """The nodes that are drawn, best first: of each community its share, its hub and the most connected in it."""
    members: dict[str, list[Node]] = {}
    for node in chart.nodes:
        hub = chart.communities.get(node.id)
        if hub and node.id in places:
            members.setdefault(hub, []).append(node)
    whole = sum(map(len, members.values()))
    drawn: list[tuple[tuple[bool, int, str], Node]] = []
    for found in members.values():
        ranked = ((_standing(node, chart), node) for node in found)
        drawn += nsmallest(max(1, min(len(found), _NODES * len(found) // whole)), ranked)
    return [node for _, node in sorted(drawn, key=lambda each: each[0])]


def _standing(node: Node, chart: Chart) -> tuple[bool, int, str]:
    """By what a node comes before others: that it is a hub, how connected it is, its id."""
    return chart.communities.get(node.id) != node.id, -chart.degrees.get(node.id, 0), node.id


def _spots(shown: Sequence[Node], chart: Chart, places: Mapping[str, Place]) -> dict[str, _Spot]:
    """Where on the picture they are: as large as the map allows, in its middle."""
    if not shown:
        return {}
    left, top, right, bottom = _MAP
    xs, ys = [places[node.id][0] for node in shown], [places[node.id][1] for node in shown]
    width, height = max(xs) - min(xs), max(ys) - min(ys)
    scale = min((right - left) / (width or 1), (bottom - top) / (height or 1))
    middle_x, middle_y = (max(xs) + min(xs)) / 2, (max(ys) + min(ys)) / 2
    base = 4.6 if len(shown) < 150 else 3.4 if len(shown) < 600 else 2.2
    most = max(chart.degrees.get(node.id, 0) for node in shown) or 1
    return {
        node.id: _Spot(
            node,
            (left + right) / 2 + (x - middle_x) * scale,
            (top + bottom) / 2 - (y - middle_y) * scale,
            base * (0.7 + 1.8 * sqrt(chart.degrees.get(node.id, 0) / most)),
        )
        for node, x, y in zip(shown, xs, ys, strict=True)
    }


def _reach(spots: Mapping[str, _Spot]) -> float:
    """How far around its nodes a region reaches: less the more there are."""
    return max(10.0, 34.0 - 0.7 * sqrt(len(spots)))


def _dot(spot: _Spot) -> Dot:
    return Dot(f"{spot.x:.1f}", f"{spot.y:.1f}", f"{spot.radius:.1f}")


class _Line(NamedTuple):
    """An edge on the map."""

    one: _Spot
    other: _Spot

    @property
    def length(self) -> float:
        """From end to end."""
        return hypot(self.one.x - self.other.x, self.one.y - self.other.y)


def _path(lines: Iterable[_Line]) -> str:
    return "".join(f"M{one.x:.1f} {one.y:.1f}L{other.x:.1f} {other.y:.1f}" for one, other in lines)


def _lines(
    chart: Chart, spots: Mapping[str, _Spot], of: Mapping[str, int]
) -> tuple[dict[int, list[_Line]], list[_Line]]:
    """The edges inside of communities by colour, and those between them; each pair once, those of the most connected
    if there are too many."""
    pairs = {
        (min(one, other), max(one, other))
        for one, other in chart.pairs
        if one != other and one in spots and other in spots
    }
    degrees = chart.degrees
    ranked = sorted(pairs, key=lambda pair: (-min(degrees.get(pair[0], 0), degrees.get(pair[1], 0)), pair))
    within = [pair for pair in ranked if chart.communities[pair[0]] == chart.communities[pair[1]]]
    across = [pair for pair in ranked if chart.communities[pair[0]] != chart.communities[pair[1]]]
    inside: dict[int, list[_Line]] = {}
    for one, other in sorted(within[:_INSIDE]):
        inside.setdefault(of[one], []).append(_Line(spots[one], spots[other]))
    return inside, [_Line(spots[one], spots[other]) for one, other in sorted(across[:_BETWEEN])]


def _colour(number: int) -> int:
    return number % len(COLOURS) if number >= 0 else -1


def _labels(spots: Mapping[str, _Spot], chart: Chart, colours: Mapping[str, int]) -> Iterator[Label]:
    """The names of the communities at their hubs, then of the most connected nodes where there is room."""
    hubs = [hub for hub in colours if hub in spots]
    others = [identity for identity in spots if identity not in colours] if len(spots) <= 300 else []
    taken: list[tuple[float, float, float, float]] = []
    number = 0
    for identity in (*hubs, *others):
        spot, is_hub = spots[identity], identity in colours
        name = chart.names[identity] if is_hub else qualified_name(spot.node)
        text, size = _shortened(name, 28), 15.0 if is_hub else 11.0
        half = _width(text) * size * 0.29
        x = min(max(spot.x, _MAP[0] - 24 + half), _MAP[2] + 24 - half)
        heights = (spot.y - spot.radius - 6, spot.y + spot.radius + size) if is_hub else (spot.y - spot.radius - 6,)
        boxes = [(x - half, y - size, x + half, y + 4) for y in heights]
        free = [box for box in boxes if not any(_overlap(box, each) for each in taken)]
        if number < _LABELS + len(hubs) and free:
            taken.append(free[0])
            number += 1
            yield Label(f"{x:.1f}", f"{free[0][3] - 4:.1f}", text, is_hub)


def _overlap(one: tuple[float, ...], other: tuple[float, ...]) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _width(text: str) -> float:
    """About how wide a text is, in halves of its height."""
    return sum(2.0 if is_cjk(character) else 1.0 for character in text)


def _shortened(text: str, most: int) -> str:
    clean = " ".join(xml_characters(text).split())
    return clean if len(clean) <= most else clean[: most - 1].rstrip() + "…"


def _counts(chart: Chart, sizes: Mapping[str, int], drawn: int) -> str:
    nodes = len(chart.degrees)
    words = f"{counted(nodes, 'node')} · {counted(len(sizes), 'community')}"
    return words if sum(sizes.values()) == drawn else f"{words} · the {drawn:,} most connected of them drawn"


def _legend(chart: Chart, sizes: Mapping[str, int]) -> Iterator[Entry]:
    """The communities that have a colour, then how many are left."""
    listed = list(sizes.items())
    step = 46 if len(listed) <= 12 else 37
    for number, (hub, size) in enumerate(listed[:_COLOURED]):
        name, words = _shortened(chart.names.get(hub, hub), _LEGEND), counted(size, "node")
        yield Entry(_colour(number), number >= len(COLOURS), _LEGEND_TOP + number * step, name, words)
    rest = listed[_COLOURED:]
    if rest:
        words = counted(sum(size for _, size in rest), "node")
        yield Entry(-1, False, _LEGEND_TOP + _COLOURED * step, f"{len(rest):,} smaller", words)
