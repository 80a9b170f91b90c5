"""What graph.html knows of a graph: columns, which parsers read fastest and which repeat no name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from graph.codec import encode_json, raw_json
from graph.insight.journal import is_journal
from graph.insight.units import is_test
from graph.layout import Place
from graph.model import AMBIGUOUS, EXTRACTED, INFERRED, Edge, Node
from graph.naming import is_excluded, qualified_name
from graph.sheaf import Lines, Said, Ties, gathered
from graph.text import well_formed

CONFIDENCES: Final = (EXTRACTED, INFERRED, AMBIGUOUS)
JOURNAL: Final = 1
TEST: Final = 2
EXCLUDED: Final = 4
_LINES: Final = 20
"""How many lines an edge shows; `count` says how many there are."""
_TEXT: Final = 600
"""Characters of a summary, signature or quotation."""


class Columns(NamedTuple):
    """Columns of the page by name, each as JSON without lone surrogates."""

    nodes: dict[str, bytes]
    edges: dict[str, bytes]
    tables: dict[str, bytes]
    """What the numbers in columns stand for."""


class PageGraph(NamedTuple):
    """The graph as the page shows it. Every text in it is untrusted."""

    nodes: Sequence[Node]
    """Sorted by id."""
    map: Columns
    said: Said
    """Of the edges in `map`."""


class Where(NamedTuple):
    """Where the nodes of a map stand, and to whom they belong."""

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


def page_graph(nodes: Sequence[Node], edges: Iterable[Edge], where: Where) -> PageGraph:
    """Nodes, which are sorted by id, and any edges between them as the page shows them."""
    ties, said = gathered((node.id for node in nodes), edges)
    return PageGraph(nodes, map_columns(nodes, ties, where), said)


def all_columns(graph: PageGraph) -> dict[str, Any]:
    """The graph as values for `encode_json`. Same graph, same values."""
    texts = _text_columns(graph.nodes, graph.said)
    nodes, edges, tables = ({**of_map, **of_texts} for of_map, of_texts in zip(graph.map, texts, strict=True))
    return {"nodes": raw_json(nodes), "edges": raw_json(edges), **raw_json(tables)}


def map_columns(nodes: Sequence[Node], ties: Ties, where: Where) -> Columns:
    """Who is there, and who is connected with whom: what hangs on the shape of a graph alone."""
    files, kinds, relations, confidences = _Table(), _Table(), _Table(), _Table(*CONFIDENCES)
    position = {node.id: index for index, node in enumerate(nodes)}
    hubs = {hub: number for number, hub in enumerate(hub for hub in where.sizes if hub in position)}
    called = [where.names.get(hub) or qualified_name(nodes[position[hub]]) for hub in hubs]
    of_nodes = {
        "id": [_short_id(node) for node in nodes],
        "label": [well_formed(qualified_name(node)) for node in nodes],
        "kind": [kinds.number(node.kind) for node in nodes],
        "file": [files.number(node.source_file) if node.source_file else -1 for node in nodes],
        "community": [hubs.get(where.community.get(node.id, ""), -1) for node in nodes],
        "flags": [_flags(node) for node in nodes],
        "x": [x for x, _ in where.places],
        "y": [y for _, y in where.places],
    }
    relation = [relations.number(kind.relation) for kind in ties.kinds]
    confidence = [confidences.number(kind.confidence) for kind in ties.kinds]
    of_edges = {
        "source": ties.source,
        "target": ties.target,
        "relation": [relation[kind] for kind in ties.kind],
        "confidence": [confidence[kind] for kind in ties.kind],
        "file": {row: files.number(file) for row, file in _stated_elsewhere(nodes, ties)},
    }
    tables = {
        "communities": [position[hub] for hub in hubs],
        "community_names": [well_formed(name) for name in called],
        "files": files.values(),
        "kinds": kinds.values(),
        "relations": relations.values(),
        "confidences": confidences.values(),
    }
    return Columns(_encoded(of_nodes), _encoded(of_edges), _encoded(tables))


def _text_columns(nodes: Sequence[Node], said: Said) -> Columns:
    """What nodes and edges say: what an edit changes that changes no shape."""
    tags = _Table()
    of_nodes = {
        "line": [_line(node.source_location) for node in nodes],
        "summary": [_text(node, "summary") or _text(node, "docstring") for node in nodes],
        "signature": {index: text for index, node in enumerate(nodes) if (text := _text(node, "signature"))},
        "tags": [[tags.number(tag) for tag in _tags(node)] for node in nodes],
    }
    of_edges = {
        "count": [1 if isinstance(lines, int) else max(1, len(lines)) for lines in said.lines],
        "lines": [lines if isinstance(lines, int) else _lines(lines) for lines in said.lines],
        "evidence": {row: text for row, edge in said.more.items() if (text := _evidence(edge))},
    }
    return Columns(_encoded(of_nodes), _encoded(of_edges), _encoded({"tags": tags.values()}))


def _encoded(columns: Mapping[str, Any]) -> dict[str, bytes]:
    return {name: encode_json(values) for name, values in columns.items()}


def _flags(node: Node) -> int:
    return JOURNAL * is_journal(node) + TEST * is_test(node) + EXCLUDED * is_excluded(node)


def _short_id(node: Node) -> str:
    """The id without the file that it begins with: "" for the file's own node, `::symbol` for what is in it."""
    file = node.source_file
    if file and (node.id == file or node.id.startswith(file + "::")):
        return well_formed(node.id[len(file) :])
    return well_formed(node.id)


def _stated_elsewhere(nodes: Sequence[Node], ties: Ties) -> Iterable[tuple[int, str]]:
    """(row, file) of the edges that another file states than the one their source lies in."""
    row = 0
    for file, count in ties.files:
        for place in ties.source[row : row + count]:
            if file and nodes[place].source_file != file:
                yield row, file
            row += 1


def _lines(lines: Sequence[int]) -> Lines:
    """The lines that state an edge, each once; a single one as a number, none as 0."""
    shown = list(dict.fromkeys(lines))[:_LINES]
    return shown if len(shown) > 1 else next(iter(shown), 0)


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
