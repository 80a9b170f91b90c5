"""What exports say of a node or an edge: one table of columns for all formats that know attributes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Literal, NamedTuple

from graph.codec import edge_record, encode_json, node_record
from graph.exports.network import Network
from graph.model import Edge, Node


class Column(NamedTuple):
    """One attribute."""

    name: str
    type: Literal["string", "int", "double"]


def _strings(*names: str) -> tuple[Column, ...]:
    return tuple(Column(name, "string") for name in names)


MORE: Final = "more"
"""The last column: a JSON object of the attributes that have no column of their own."""

NODE_COLUMNS: Final = (
    *_strings("id", "label", "kind", "file_type", "source_file", "source_location", "community", "community_name"),
    Column("degree", "int"),
    *_strings("summary", "tags", "aliases", "date", "language", "signature", "docstring", MORE),
)
"""`tags` and `aliases` are lists."""

EDGE_COLUMNS: Final = (
    *_strings("source", "target", "key", "relation", "confidence"),
    Column("confidence_score", "double"),
    *_strings("source_file", "source_location"),
    Column("count", "int"),
    *_strings("lines", "evidence", MORE),
)
"""`lines` is a list of numbers."""

_LISTS: Final = frozenset({"tags", "aliases", "lines"})
_ALWAYS: Final = frozenset({"id", "label", "kind", "file_type", "source_file", "source_location", "source", "target"})
"""What every node or edge has, if only as an empty text."""
_TYPES: Final[Mapping[str, tuple[type, ...]]] = {"string": (str,), "int": (int,), "double": (float, int)}

Value = str | int | float | list[Any]


def node_values(node: Node, network: Network) -> list[Value]:
    """The values of `NODE_COLUMNS`; "" where there is none."""
    hub = network.communities.get(node.id)
    record = node_record(node, {"community": hub, "community_name": network.names[hub]} if hub else {})
    record["degree"] = network.degrees.get(node.id, 0)
    return _values(record, NODE_COLUMNS)


def edge_values(edge: Edge) -> list[Value]:
    """The values of `EDGE_COLUMNS`; "" where there is none."""
    return _values(edge_record(edge), EDGE_COLUMNS)


def as_text(value: Value) -> str:
    """A value for formats that know no lists: those are JSON."""
    return encode_json(value).decode() if isinstance(value, list) else str(value)


def _values(record: dict[str, Any], columns: tuple[Column, ...]) -> list[Value]:
    """The values of a record by their columns. What a column cannot say, an empty text or another type, is in MORE."""
    values = [_take(record, column) for column in columns[:-1]]
    return [*values, encode_json(record).decode() if record else ""]


def _take(record: dict[str, Any], column: Column) -> Value:
    value = record.get(column.name)
    fits = isinstance(value, (list,) if column.name in _LISTS else _TYPES[column.type]) and not isinstance(value, bool)
    if fits and (value or value == 0 or column.name in _ALWAYS):
        taken: Value = record.pop(column.name)
        return taken
    return ""
