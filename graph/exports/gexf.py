"""GEXF 1.3, for Gephi (https://gexf.net): the same attributes as GraphML, with the colours of the communities."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from graph.exports.columns import EDGE_COLUMNS, NODE_COLUMNS, Column, Value, as_text, edge_values, node_values
from graph.exports.network import Network
from graph.exports.palette import Palette
from graph.exports.xml import xml_id, xml_text
from graph.model import Node

_HEAD: Final = """<?xml version="1.0" encoding="UTF-8"?>
<gexf xmlns="http://gexf.net/1.3" xmlns:viz="http://gexf.net/1.3/viz" version="1.3">
<meta><creator>vaultkit</creator><description>{name}</description></meta>
<graph defaultedgetype="directed" mode="static">
"""
_SAID: Final = frozenset({"id", "label", "source", "target", "key"})
"""Columns that the element itself says; `key` is made of two others, and networkx has a use of its own for it."""
_MOST_SIZE: Final = 40.0


def gexf(network: Network) -> Iterator[str]:
    """The document, a node or edge a piece; parallel edges stay apart."""
    palette = Palette(network.communities)
    yield _HEAD.format(name=xml_text(network.name))
    yield from _attributes("node", NODE_COLUMNS)
    yield from _attributes("edge", EDGE_COLUMNS)
    yield "<nodes>\n"
    for node in network.nodes:
        values = _values(NODE_COLUMNS, node_values(node, network))
        looks = _looks(node, network, palette)
        yield f'<node id="{xml_id(node.id)}" label="{xml_text(node.label)}">{values}{looks}</node>\n'
    yield "</nodes>\n<edges>\n"
    for number, edge in enumerate(network.edges):
        ends = f'source="{xml_id(edge.source)}" target="{xml_id(edge.target)}"'
        said = f'label="{xml_text(edge.relation)}" weight="{edge.confidence_score}"'
        yield f'<edge id="e{number}" {ends} {said}>{_values(EDGE_COLUMNS, edge_values(edge))}</edge>\n'
    yield "</edges>\n</graph>\n</gexf>\n"


def _attributes(what: str, columns: Sequence[Column]) -> Iterator[str]:
    yield f'<attributes class="{what}" mode="static">\n'
    for name, kind in columns:
        if name not in _SAID:
            kind_there = {"int": "integer"}.get(kind, kind)
            yield f'<attribute id="{what}_{name}" title="{name}" type="{kind_there}"/>\n'
    yield "</attributes>\n"


def _values(columns: Sequence[Column], values: Iterable[Value]) -> str:
    what = "node" if columns is NODE_COLUMNS else "edge"
    said = "".join(
        f'<attvalue for="{what}_{column.name}" value="{xml_text(as_text(value))}"/>'
        for column, value in zip(columns, values, strict=True)
        if value != "" and column.name not in _SAID
    )
    return f"<attvalues>{said}</attvalues>"


def _looks(node: Node, network: Network, palette: Palette) -> str:
    """Its colour, and a size that grows with the root of its degree."""
    red, green, blue = palette.rgb(network.communities.get(node.id, ""))
    size = min(_MOST_SIZE, 4.0 + 3.0 * network.degrees.get(node.id, 0) ** 0.5)
    return f'<viz:color r="{red}" g="{green}" b="{blue}"/><viz:size value="{size:.1f}"/>'
