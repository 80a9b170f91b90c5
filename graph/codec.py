"""Values to bytes and back: fragments for the cache, nodes and edges for graph.json."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

import msgspec

from graph.facts import Interface
from graph.model import Edge, Fragment, Node

TOOL: Final = "vaultkit"
SCHEMA_VERSION: Final = 1

DecodeError: Final = msgspec.DecodeError
"""The bytes are not what they should be."""

_fragment_decoder = msgspec.msgpack.Decoder(Fragment)
_interface_decoder = msgspec.msgpack.Decoder(Interface)


def encode_fragment(fragment: Fragment) -> bytes:
    """A fragment as bytes, for `decode_fragment`."""
    return msgspec.msgpack.encode(fragment)


def decode_fragment(data: bytes) -> Fragment:
    """The fragment that `encode_fragment` wrote. Raises DecodeError on other bytes."""
    return _fragment_decoder.decode(data)


def encode_interface(interface: Interface) -> bytes:
    """What a file of code tells others, as bytes, for `decode_interface`."""
    return msgspec.msgpack.encode(interface)


def decode_interface(data: bytes) -> Interface:
    """What `encode_interface` wrote. Raises DecodeError on other bytes."""
    return _interface_decoder.decode(data)


def encode_json(value: Any, indent: int = 0) -> bytes:
    """A value as JSON, UTF-8: compact, or a line for each value, set in by so many blanks a level."""
    encoded = msgspec.json.encode(value)
    return msgspec.json.format(encoded, indent=indent) if indent else encoded


def decode_json(data: bytes | str) -> Any:
    """The value of a JSON text. Raises DecodeError."""
    return msgspec.json.decode(data)


def node_record(node: Node, more: Mapping[str, Any] = {}) -> dict[str, Any]:
    """A node as it stands in graph.json, with `more` attributes (its community)."""
    return {
        "id": node.id,
        "label": node.label,
        "kind": node.kind,
        "file_type": node.file_type,
        "source_file": node.source_file,
        "source_location": node.source_location,
        **node.attrs,
        **more,
    }


def edge_record(edge: Edge) -> dict[str, Any]:
    """An edge as it stands in graph.json: a link of a networkx node-link multigraph, with its `key`."""
    return {
        "source": edge.source,
        "target": edge.target,
        "key": edge.relation if edge.source == edge.source_file else f"{edge.relation} in {edge.source_file}",
        "relation": edge.relation,
        "confidence": edge.confidence,
        "confidence_score": edge.confidence_score,
        "source_file": edge.source_file,
        "source_location": edge.source_location,
        "count": len(edge.lines),
        "lines": list(dict.fromkeys(edge.lines)),
        **edge.attrs,
    }


def graph_json(
    graph: Mapping[str, Any], nodes: Iterable[Mapping[str, Any]], links: Iterable[Mapping[str, Any]]
) -> Iterator[bytes]:
    """graph.json in chunks, one node or link a line: networkx.node_link_graph(d, edges="links") loads it.

    `nodes` and `links` come sorted; `graph` holds what belongs to the graph as a whole.
    """
    yield b'{"directed":true,"multigraph":true,"graph":' + encode_json(graph) + b',\n"nodes":['
    yield from _lines(nodes)
    yield b'],\n"links":['
    yield from _lines(links)
    yield b"]}\n"


def _lines(records: Iterable[Mapping[str, Any]]) -> Iterator[bytes]:
    separator = b"\n"
    for record in records:
        yield separator + msgspec.json.encode(record)
        separator = b",\n"
