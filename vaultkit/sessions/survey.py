"""Draws the overview of a root from its index."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from graph.codec import decode_json
from graph.model import Node
from graph.text import fold
from vaultkit.config import Root
from vaultkit.indexing.index import NAME, open_for_reading
from vaultkit.indexing.reader import Reader
from vaultkit.sessions.conventions import Entry
from vaultkit.sessions.overview import Overview

_GODS: Final = 40
"""More than fit into what a session is told."""
_KEPT: Final = ("convention/", "type/convention")
"""The tags that are asked for."""


def survey(root: Root, out: Path) -> Overview:
    """The overview of the graph in `out`. Raises VaultkitError, IndexChanged if a build replaced it meanwhile."""
    with open_for_reading(out / NAME) as index:
        reader = Reader(index.connection)
        nodes = int(decode_json(index.meta("counts"))["nodes"])
        gods = tuple(_entry(node) for node, _ in reader.gods(_GODS))
        stating = [reader.node(identity) for identity in sorted(reader.tagged("convention"))]
        notes = index.count_notes()
    conventions = tuple(_entry(node) for node in stating if node is not None and node.kind == "note")
    return Overview(root.name, root.kind, nodes, notes, gods, conventions)


def _entry(node: Node) -> Entry:
    tags = tuple(tag for tag in node.attrs.get("tags", ()) if fold(tag).startswith(_KEPT))
    return Entry(node.source_file, node.label, node.attrs.get("summary", ""), tags)
