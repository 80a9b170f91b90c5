"""What is worked out over a whole graph, from its shape alone: an edit that leaves that leaves all of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from graph.codec import decode_sheaf
from graph.exports.network import Chart
from graph.exports.picture import picture
from graph.insight.analyse import Analysis, analyse
from graph.insight.units import units
from graph.layout import lay_out
from graph.model import Node
from graph.output.code_report import Row, code_communities
from graph.output.page_data import Columns, Where, map_columns
from graph.output.suggested import Suggestion, suggestions
from graph.sheaf import tied

_TELLING: Final = ("facets", "excluded", "is_test", "decorators", "places", "language")
"""The attributes of nodes that decide anything."""


class Shape(NamedTuple):
    """Who is there and who is connected with whom. Nothing else is seen by those who draw an atlas."""

    name: str
    """Of the root."""
    nodes: list[Node]
    """Sorted by id, without their places and what they say."""
    sheaves: list[tuple[str, bytes]]
    """The files that state edges, sorted, and their sheaves as `encode_sheaf` wrote them."""


class Atlas(NamedTuple):
    """What is known of a whole graph: its analysis, and its map."""

    analysis: Analysis
    communities: list[Row]
    """Those of code, as the report tells of them."""
    suggestions: list[Suggestion]
    """What may be asked."""
    map: Columns
    """What the page shows of it."""
    picture: str
    """Its map as an SVG."""


def shape_of(name: str, nodes: Sequence[Node], sheaves: list[tuple[str, bytes]]) -> Shape:
    """The shape of a graph of these nodes, sorted by id, and these sheaves, sorted by file."""
    return Shape(name, list(map(_bare, nodes)), sheaves)


def atlas_of(shape: Shape) -> Atlas:
    """The atlas of a shape. The same shape, the same atlas, byte for byte."""
    nodes, ids = shape.nodes, [node.id for node in shape.nodes]
    position = {identity: place for place, identity in enumerate(ids)}
    ties = tied(position, ((file, decode_sheaf(sheaf)) for file, sheaf in shape.sheaves))
    by_id = {node.id: node for node in nodes}
    parts = units(by_id, ties)
    analysis = analyse(nodes, ties, parts)
    of, sizes = analysis.communities
    places = lay_out(ids, (ties.source, ties.target), of, parts)
    pairs = [(ids[source], ids[target]) for source, target in zip(ties.source, ties.target, strict=True)]
    chart = Chart(shape.name, nodes, pairs, of, analysis.names, analysis.degrees)
    return Atlas(
        analysis=analysis,
        communities=code_communities(by_id, analysis, parts) if analysis.code else [],
        suggestions=suggestions(nodes, ties, parts, analysis),
        map=map_columns(nodes, ties, Where(places, of, sizes, analysis.names)),
        picture="".join(picture(chart, dict(zip(ids, places, strict=True)))),
    )


def _bare(node: Node) -> Node:
    attrs: dict[str, Any] = {name: node.attrs[name] for name in _TELLING if name in node.attrs}
    return Node(*node[:5], "", attrs)
