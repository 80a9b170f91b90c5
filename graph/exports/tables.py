"""Two CSV tables, nodes and edges (RFC 4180), which no spreadsheet takes for formulas."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from graph.exports.columns import EDGE_COLUMNS, NODE_COLUMNS, Column, Value, as_text, edge_values, node_values
from graph.exports.network import Network

_FORMULAS: Final = ("=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20", "'")
"""How a cell begins that a spreadsheet may carry out (OWASP, CSV Injection); `'` too, so that it can be taken back."""
_ROWS: Final = 500
"""How many rows make a piece."""


def node_table(network: Network) -> Iterator[str]:
    """The nodes: a line of names, then a node a row, its columns those of `NODE_COLUMNS`."""
    return _table(NODE_COLUMNS, (node_values(node, network) for node in network.nodes))


def edge_table(network: Network) -> Iterator[str]:
    """The edges: a line of names, then an edge a row, its columns those of `EDGE_COLUMNS`."""
    return _table(EDGE_COLUMNS, map(edge_values, network.edges))


def cell(text: str) -> str:
    """The text as no formula: with a `'` before it if it begins like one, which spreadsheets take for "this is text".

    To get the text back, take one leading `'` off.
    """
    return f"'{text}" if text.startswith(_FORMULAS) else text


def _table(columns: Sequence[Column], rows: Iterable[list[Value]]) -> Iterator[str]:
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\r\n")
    writer.writerow(column.name for column in columns)
    for number, row in enumerate(rows, 1):
        writer.writerow(value if isinstance(value, int | float) else cell(as_text(value)) for value in row)
        if number % _ROWS == 0:
            yield buffer.getvalue()
            buffer.seek(0)
            buffer.truncate()
    yield buffer.getvalue()
