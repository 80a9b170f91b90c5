"""GraphML, for yEd, Gephi, Cytoscape, networkx (http://graphml.graphdrawing.org/specification.html)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from graph.exports.columns import EDGE_COLUMNS, NODE_COLUMNS, Column, Value, as_text, edge_values, node_values
from graph.exports.network import Network
from graph.exports.xml import xml_id, xml_text

_HEAD: Final = """<?xml version="1.0" encoding="UTF-8"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" \
xsi:schemaLocation="http://graphml.graphdrawing.org/xmlns http://graphml.graphdrawing.org/xmlns/1.0/graphml.xsd">
"""
_SAID: Final = frozenset({"id", "source", "target", "key"})
"""Columns that the element itself says; `key` is made of two others, and networkx has a use of its own for it."""


def graphml(network: Network) -> Iterator[str]:
    """The document, a node or edge a piece; parallel edges stay apart."""
    yield _HEAD
    yield from _keys("node", NODE_COLUMNS)
    yield from _keys("edge", EDGE_COLUMNS)
    yield f'<graph id="{xml_id(network.name)}" edgedefault="directed">\n'
    for node in network.nodes:
        data = _data("node", NODE_COLUMNS, node_values(node, network))
        yield f'<node id="{xml_id(node.id)}">{data}</node>\n'
    for number, edge in enumerate(network.edges):
        data = _data("edge", EDGE_COLUMNS, edge_values(edge))
        yield f'<edge id="e{number}" source="{xml_id(edge.source)}" target="{xml_id(edge.target)}">{data}</edge>\n'
    yield "</graph>\n</graphml>\n"


def _keys(what: str, columns: Sequence[Column]) -> Iterator[str]:
    for name, kind in columns:
        if name not in _SAID:
            yield f'<key id="{what}_{name}" for="{what}" attr.name="{name}" attr.type="{kind}"/>\n'


def _data(what: str, columns: Sequence[Column], values: Iterable[Value]) -> str:
    return "".join(
        f'<data key="{what}_{column.name}">{xml_text(as_text(value))}</data>'
        for column, value in zip(columns, values, strict=True)
        if value != "" and column.name not in _SAID
    )
