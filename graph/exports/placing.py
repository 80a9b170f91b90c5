"""Where the nodes of a network stand on the map of the page: pictures show the same map."""

from __future__ import annotations

from collections.abc import Iterator

from graph.exports.network import Chart
from graph.exports.picture import picture
from graph.layout import Place, layout


def places_of(chart: Chart) -> dict[str, Place]:
    """The place (x, y) of each node, y up."""
    ids = [node.id for node in chart.nodes]
    return dict(zip(ids, layout(ids, chart.pairs, chart.communities), strict=True))


def drawn(chart: Chart) -> Iterator[str]:
    """Its picture."""
    return picture(chart, places_of(chart))
