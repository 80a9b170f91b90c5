"""openCypher: the statements that bring a graph into Neo4j and its kin, or what is there up to date."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, NamedTuple

from graph.exports.columns import EDGE_COLUMNS, NODE_COLUMNS, Value, edge_values, node_values
from graph.exports.network import Network

LABEL: Final = "GraphNode"
"""The label of every node; each has a second one, after its kind."""
CONSTRAINT: Final = f"CREATE CONSTRAINT vaultkit_node IF NOT EXISTS FOR (n:{LABEL}) REQUIRE (n.graph, n.id) IS UNIQUE"
"""As Neo4j 5 and later write it."""
ROWS: Final = 500
"""How many nodes or edges go into one statement."""
_KINDS: Final = ("file", "module", "class", "interface", "enum", "struct", "trait", "type", "function", "method")
"""Kinds that a node of the same id may have had before: `class A` becomes `def A`."""

Row = dict[str, Any]


class Statement(NamedTuple):
    """One statement, and the rows and names that stand in it as parameters."""

    text: str
    parameters: Mapping[str, Any]


class Place(NamedTuple):
    """Under which name a graph is kept in a database, and of which build it is."""

    graph: str
    build_id: str


def statements(network: Network, place: Place) -> Iterator[Statement]:
    """What leaves the database with exactly this graph under this name. Done twice it changes nothing.

    Nodes of other graphs, and relationships that others have tied to ours, are left alone; but what ends at a node
    that is gone goes with it.
    """
    kinds: set[str] = set()
    yield from _batches(_node_rows(network, place, kinds), _NODES)
    yield from _batches(_edge_rows(network, place), _EDGES)
    yield from _clearing(place, kinds)


def cypher(network: Network, place: Place) -> Iterator[str]:
    """The statements as a script for cypher-shell, one a line."""
    yield f"// {LABEL} nodes of one graph. Load with: cypher-shell -f FILE\n{CONSTRAINT};\n"
    for statement in statements(network, place):
        yield f"{_spelt_out(statement)};\n"


def literal(value: Value | Mapping[str, Any]) -> str:
    """A value as Cypher spells it, on one line. Nothing in a text can end its quotes (openCypher 9, StringLiteral)."""
    if isinstance(value, str):
        return f'"{_UNSAFE.sub(_escape, value)}"'
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key}: {literal(each)}" for key, each in value.items()) + "}"
    return "[" + ", ".join(map(literal, value)) + "]" if isinstance(value, list) else repr(value)


def label_of(kind: str) -> str:
    """The label of a kind: `Class`; "Other" for one that is no plain word."""
    return kind.capitalize() if _WORD.fullmatch(kind) else "Other"


def type_of(relation: str) -> str:
    """The type of a relation: `LINKS_TO`; "PROPERTY" for all properties, "RELATED" for what is no plain word.

    The relationship says in its `relation` what it is exactly.
    """
    if relation.startswith("property:"):
        return "PROPERTY"
    return relation.upper() if _WORD.fullmatch(relation) else "RELATED"


_WORD: Final = re.compile(r"[a-z][a-z0-9_]*", re.ASCII)
_UNSAFE: Final = re.compile(r'[\x00-\x1f\x7f-\x9f\u2028\u2029"\\]')
_ESCAPES: Final = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t", "\b": "\\b", "\f": "\\f"}
_NODES: Final = f"UNWIND $rows AS row MERGE (n:{LABEL} {{graph: row.graph, id: row.id}}) SET n = row SET n:%s"
_EDGES: Final = (
    f"UNWIND $rows AS row MATCH (a:{LABEL} {{graph: row.graph, id: row.source}}) "
    f"MATCH (b:{LABEL} {{graph: row.graph, id: row.target}}) "
    "MERGE (a)-[r:%s {graph: row.graph, key: row.key}]->(b) SET r = row"
)


def _spelt_out(statement: Statement) -> str:
    """The statement with its parameters as literals."""
    return re.sub(r"\$(\w+)", lambda found: literal(statement.parameters[found[1]]), statement.text)


def _escape(found: re.Match[str]) -> str:
    return _ESCAPES.get(found[0]) or f"\\u{ord(found[0]):04x}"


def _node_rows(network: Network, place: Place, kinds: set[str]) -> Iterator[tuple[str, Row]]:
    """(label, properties) of each node; the kinds are added to `kinds`."""
    names = [column.name for column in NODE_COLUMNS]
    for node in network.nodes:
        kinds.add(node.kind)
        yield label_of(node.kind), _row(names, node_values(node, network), place)


def _edge_rows(network: Network, place: Place) -> Iterator[tuple[str, Row]]:
    names = [column.name for column in EDGE_COLUMNS]
    return ((type_of(edge.relation), _row(names, edge_values(edge), place)) for edge in network.edges)


def _row(names: Iterable[str], values: Iterable[Value], place: Place) -> Row:
    said = {name: value for name, value in zip(names, values, strict=True) if value != ""}
    return {"graph": place.graph, "build": place.build_id, **said}


def _batches(rows: Iterable[tuple[str, Row]], text: str) -> Iterator[Statement]:
    """Statements for rows of one label or type each, in the order in which they are full."""
    waiting: dict[str, list[Row]] = {}
    for name, row in rows:
        batch = waiting.setdefault(name, [])
        batch.append(row)
        if len(batch) == ROWS:
            yield Statement(text % name, {"rows": waiting.pop(name)})
    for name, batch in waiting.items():
        yield Statement(text % name, {"rows": batch})


def _clearing(place: Place, kinds: set[str]) -> Iterator[Statement]:
    """Take away what an older build left: relationships, nodes, labels of kinds that nodes no longer are."""
    said = {"graph": place.graph, "build": place.build_id}
    ours = f"(:{LABEL} {{graph: $graph}})"
    yield Statement(f"MATCH {ours}-[r]->{ours} WHERE r.graph = $graph AND r.build <> $build DELETE r", said)
    yield Statement(f"MATCH (n:{LABEL} {{graph: $graph}}) WHERE n.build <> $build DETACH DELETE n", said)
    for kind in sorted(kinds.union(_KINDS)):
        label = label_of(kind)
        if label != "Other":
            text = f"MATCH (n:{LABEL}:{label} {{graph: $graph}}) WHERE n.kind <> $kind REMOVE n:{label}"
            yield Statement(text, {"graph": place.graph, "kind": kind})
