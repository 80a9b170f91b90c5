"""Values to bytes and back: fragments for the cache, nodes and edges for graph.json."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, TypeVar

import msgspec

from graph.facts import Interface
from graph.model import Edge, Fragment, Node
from graph.sheaf import Said, Sheaf

TOOL: Final = "vaultkit"
SCHEMA_VERSION: Final = 1

T = TypeVar("T")

DecodeError: Final = msgspec.DecodeError
"""The bytes are not what they should be."""

_fragment_decoder = msgspec.msgpack.Decoder(Fragment)
_interface_decoder = msgspec.msgpack.Decoder(Interface)
_sheaf_decoder = msgspec.msgpack.Decoder(Sheaf)
_said_decoder = msgspec.msgpack.Decoder(Said)


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


def graph_json(graph: Mapping[str, Any], nodes: Iterable[Mapping[str, Any]], links: Iterable[bytes]) -> Iterator[bytes]:
    """graph.json in chunks, one node or link a line: networkx.node_link_graph(d, edges="links") loads it.

    `nodes` come sorted, and so do `links`, as `encode_links` wrote them of each file; `graph` holds what belongs to the
    graph as a whole.
    """
    yield b'{"directed":true,"multigraph":true,"graph":' + encode_json(graph) + b',\n"nodes":['
    yield from _parts(msgspec.json.encode(node) for node in nodes)
    yield b'],\n"links":['
    yield from _parts(map(_inflated, links))
    yield b"]}\n"


def _parts(parts: Iterable[bytes]) -> Iterator[bytes]:
    separator = b"\n"
    for part in parts:
        yield separator + part
        separator = b",\n"


def encode_links(edges: Iterable[Edge]) -> bytes:
    """Edges as they stand in graph.json, for `graph_json`: a fifteenth of their size there."""
    return _deflated(b",\n".join(msgspec.json.encode(edge_record(edge)) for edge in edges))


def encode_sheaf(sheaf: Sheaf) -> bytes:
    """The edges of a file as bytes, for `decode_sheaf`. The same edges, the same bytes."""
    return msgspec.msgpack.encode(sheaf)


def decode_sheaf(data: bytes) -> Sheaf:
    """What `encode_sheaf` wrote. Raises DecodeError on other bytes."""
    return _sheaf_decoder.decode(data)


def encode_said(said: Said) -> bytes:
    """What is said of the edges of a file as bytes, for `decode_said`."""
    return msgspec.msgpack.encode(said)


def decode_said(data: bytes) -> Said:
    """What `encode_said` wrote. Raises DecodeError on other bytes."""
    return _said_decoder.decode(data)


def encode_value(value: Any) -> bytes:
    """A value as bytes, for `decode_value`. The same value, the same bytes."""
    return msgspec.msgpack.encode(value)


def decode_value(data: bytes, kind: type[T]) -> T:
    """The value of this type that `encode_value` wrote. Raises DecodeError on other bytes."""
    return msgspec.msgpack.decode(data, type=kind)


def raw_json(values: Mapping[str, bytes]) -> dict[str, msgspec.Raw]:
    """Values that are JSON already, for `encode_json`."""
    return {name: msgspec.Raw(value) for name, value in values.items()}


def _deflated(data: bytes) -> bytes:
    return zlib.compress(data, 1)


def _inflated(data: bytes) -> bytes:
    try:
        return zlib.decompress(data)
    except zlib.error as fault:
        raise DecodeError(str(fault)) from fault
