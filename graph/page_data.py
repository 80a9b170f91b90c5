"""What graph.html knows of a graph: columns, which parsers read fastest and which repeat no name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from graph.analyse import is_journal
from graph.layout import Place
from graph.model import AMBIGUOUS, EXTRACTED, INFERRED, Edge, Node
from graph.naming import is_excluded, qualified_name
from graph.text import well_formed
from graph.units import is_test

CONFIDENCES: Final = (EXTRACTED, INFERRED, AMBIGUOUS)
JOURNAL: Final = 1
TEST: Final = 2
EXCLUDED: Final = 4
_LINES: Final = 20
"""How many lines an edge shows; `count` says how many there are."""
_TEXT: Final = 600
"""Characters of a summary, signature or quotation."""


class PageGraph(NamedTuple):
    """The graph as the page shows it. Every text in it is untrusted."""

    nodes: Sequence[Node]
    """Sorted by id."""
    edges: Iterable[Edge]
    """Sorted."""
    places: Sequence[Place]
    """Of each node."""
    community: Mapping[str, str]
    """Node id to the id of its community's hub."""
    sizes: Mapping[str, int]
    """Hub id to number of members, the largest first."""
    names: Mapping[str, str] = {}
    """What communities are called, by hub id, where that is not what the hub is called."""


class _Table:
    """Values by number, in the order in which they came up."""

    def __init__(self, *values: str) -> None:
        self._numbers = {value: number for number, value in enumerate(values)}

    def number(self, value: str) -> int:
        return self._numbers.setdefault(value, len(self._numbers))

    def values(self) -> list[str]:
        return [well_formed(value) for value in self._numbers]


def columns(graph: PageGraph) -> dict[str, Any]:
    """The graph as JSON values without lone surrogates. An edge to no node is left out. Same graph, same values."""
    files, kinds, tags, relations, confidences = _Table(), _Table(), _Table(), _Table(), _Table(*CONFIDENCES)
    position = {node.id: index for index, node in enumerate(graph.nodes)}
    hubs = {hub: number for number, hub in enumerate(hub for hub in graph.sizes if hub in position)}
    called = [graph.names.get(hub) or qualified_name(graph.nodes[position[hub]]) for hub in hubs]
    nodes = {
        "id": [_short_id(node) for node in graph.nodes],
        "label": [well_formed(qualified_name(node)) for node in graph.nodes],
        "kind": [kinds.number(node.kind) for node in graph.nodes],
        "file": [files.number(node.source_file) if node.source_file else -1 for node in graph.nodes],
        "line": [_line(node.source_location) for node in graph.nodes],
        "summary": [_text(node, "summary") or _text(node, "docstring") for node in graph.nodes],
        "signature": {index: said for index, node in enumerate(graph.nodes) if (said := _text(node, "signature"))},
        "tags": [[tags.number(tag) for tag in _tags(node)] for node in graph.nodes],
        "community": [hubs.get(graph.community.get(node.id, ""), -1) for node in graph.nodes],
        "flags": [_flags(node) for node in graph.nodes],
        "x": [x for x, _ in graph.places],
        "y": [y for _, y in graph.places],
    }
    edges = _edges(graph, position, (files, relations, confidences))
    return {
        "nodes": nodes,
        "edges": edges,
        "communities": [position[hub] for hub in hubs],
        "community_names": [well_formed(name) for name in called],
        "files": files.values(),
        "kinds": kinds.values(),
        "tags": tags.values(),
        "relations": relations.values(),
        "confidences": confidences.values(),
    }


def _flags(node: Node) -> int:
    return JOURNAL * is_journal(node) + TEST * is_test(node) + EXCLUDED * is_excluded(node)


def _short_id(node: Node) -> str:
    """The id without the file that it begins with: "" for the file's own node, `::symbol` for what is in it."""
    file = node.source_file
    if file and (node.id == file or node.id.startswith(file + "::")):
        return well_formed(node.id[len(file) :])
    return well_formed(node.id)


def _edges(graph: PageGraph, position: Mapping[str, int], tables: tuple[_Table, _Table, _Table]) -> dict[str, Any]:
    """The edges as positions in the columns of nodes; what few of them have stands beside, by row."""
    files, relations, confidences = tables
    edges = [edge for edge in graph.edges if edge.source in position and edge.target in position]
    return {
        "source": [position[edge.source] for edge in edges],
        "target": [position[edge.target] for edge in edges],
        "relation": [relations.number(edge.relation) for edge in edges],
        "confidence": [confidences.number(edge.confidence) for edge in edges],
        "count": [max(1, len(edge.lines)) for edge in edges],
        "lines": [_lines(edge) for edge in edges],
        "file": {
            row: files.number(edge.source_file)
            for row, edge in enumerate(edges)
            if edge.source_file and edge.source_file != graph.nodes[position[edge.source]].source_file
        },
        "evidence": {row: said for row, edge in enumerate(edges) if (said := _evidence(edge))},
    }


def _lines(edge: Edge) -> int | list[int]:
    """The lines that state an edge; a single one as a number, none as 0."""
    lines = list(dict.fromkeys(edge.lines))[:_LINES]
    return lines if len(lines) > 1 else next(iter(lines), 0)


def _evidence(edge: Edge) -> str:
    """The sentences that prove an edge which a model found."""
    said = edge.attrs.get("evidence")
    texts = [said] if isinstance(said, str) else said if isinstance(said, (list, tuple)) else ()
    return well_formed(" … ".join(text for text in texts if isinstance(text, str)))[:_TEXT]


def _line(location: str) -> int:
    """`L42` as 42, anything else as 0."""
    number = location[1:]
    return int(number) if location.startswith("L") and number.isascii() and number.isdecimal() else 0


def _text(node: Node, name: str) -> str:
    said = node.attrs.get(name)
    return well_formed(said[:_TEXT]) if isinstance(said, str) else ""


def _tags(node: Node) -> list[str]:
    tags = node.attrs.get("tags")
    return [tag for tag in tags if isinstance(tag, str)] if isinstance(tags, (list, tuple)) else []
