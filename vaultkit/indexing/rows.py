"""Nodes and edges as rows of the index, and back."""

from __future__ import annotations

from typing import Any, Final

from graph.codec import decode_json, encode_json
from graph.model import Edge, Node

NODE_COLUMNS: Final = "id, label, kind, file_type, source_file, source_location, attrs"
EDGE_COLUMNS: Final = "source, target, relation, owner, confidence, score, location, lines, attrs"


def node_row(owner: str, node: Node) -> tuple[Any, ...]:
    """The row of a node as one file, the owner, tells of it."""
    return (node.id, owner, *node[1:6], encode_json(node.attrs).decode())


def node_of(row: tuple[Any, ...]) -> Node:
    """The node of a row with `NODE_COLUMNS`."""
    identity, label, kind, file_type, source_file, location, attrs = row
    return Node(identity, label, kind, file_type, source_file, location, decode_json(attrs))


def edge_row(owner: str, edge: Edge) -> tuple[Any, ...]:
    """The row of an edge that one file states."""
    return (
        edge.source,
        edge.target,
        edge.relation,
        owner,
        edge.confidence,
        edge.confidence_score,
        edge.source_location,
        encode_json(edge.lines).decode(),
        encode_json(edge.attrs).decode() if edge.attrs else "",
    )


def edge_of(row: tuple[Any, ...]) -> Edge:
    """The edge of a row with `EDGE_COLUMNS`."""
    source, target, relation, owner, confidence, score, location, lines, attrs = row
    return Edge(
        source,
        target,
        relation,
        confidence,
        score,
        owner,
        location,
        tuple(decode_json(lines)),
        decode_json(attrs) if attrs else {},
    )
