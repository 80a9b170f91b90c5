"""What came of each file: nodes, edges, problems and the keys its answers hang on, all owned by it; and the whole."""

from __future__ import annotations

import sqlite3
import zlib
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice, starmap
from operator import itemgetter
from typing import TYPE_CHECKING, Final

from graph.code.wholes import joined
from graph.codec import decode_json, decode_said, encode_json, encode_links, encode_said, encode_sheaf
from graph.model import Edge, Node, Problem
from graph.naming import names_of
from graph.notes.resolve import Part
from graph.sheaf import Said, sheaf_of
from vaultkit.indexing.rows import EDGE_COLUMNS, NODE_COLUMNS, edge_of, edge_row, node_of, node_row

if TYPE_CHECKING:
    from graph.insight.analyse import Analysis
    from graph.notes.resolve import Resolved

SCHEMA: Final = """
CREATE TABLE asker (number INTEGER PRIMARY KEY, path TEXT UNIQUE);
CREATE TABLE lookup (key INT, asker INT, PRIMARY KEY (key, asker)) WITHOUT ROWID;
CREATE INDEX lookup_asker ON lookup (asker);
CREATE TABLE node (
  number INTEGER PRIMARY KEY, id TEXT, owner TEXT, label TEXT, kind TEXT, file_type TEXT, source_file TEXT,
  source_location TEXT, attrs TEXT, UNIQUE (id, owner));
CREATE INDEX node_owner ON node (owner);
CREATE TABLE part (id TEXT, owner TEXT, node TEXT, text TEXT, PRIMARY KEY (id, owner)) WITHOUT ROWID;
CREATE INDEX part_owner ON part (owner);
CREATE TABLE called (key TEXT, node INT, standing INT, PRIMARY KEY (key, node)) WITHOUT ROWID;
CREATE INDEX called_node ON called (node);
CREATE TABLE edge (
  source TEXT, target TEXT, relation TEXT, owner TEXT, confidence TEXT, score REAL, location TEXT, lines TEXT,
  attrs TEXT);
CREATE INDEX edge_source ON edge (source);
CREATE INDEX edge_target ON edge (target);
CREATE INDEX edge_owner ON edge (owner);
CREATE TABLE sheaf (path TEXT PRIMARY KEY, ties BLOB, said BLOB, links BLOB);
CREATE TABLE problem (path TEXT, line INT, "column" INT, severity TEXT, rule TEXT, message TEXT, owner TEXT);
CREATE INDEX problem_owner ON problem (owner);
CREATE TABLE god (rank INT PRIMARY KEY, id TEXT, degree INT) WITHOUT ROWID;
CREATE TABLE place (id TEXT PRIMARY KEY, hub TEXT, degree INT) WITHOUT ROWID;
CREATE TABLE community (hub TEXT PRIMARY KEY, name TEXT) WITHOUT ROWID;
"""
"""Most rows are edges: their indexes hold one end and a row number, not what is in the row. Who goes through all of
them reads what each file states as columns, and as lines of graph.json: the table `sheaf`.

Keys are kept as numbers of 32 bits: where two have the same, a file is looked at once more than it need be.
"""
_AT_ONCE: Final = 64
"""How many files are written at once."""
_THESE: Final = "IN (SELECT value FROM json_each(?))"


class GraphRows:
    """Inside the caller's transaction."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        """Use the tables that `SCHEMA` made."""
        self._db = connection
        self._touched: set[str] = set()
        """The ids of the classes of which a part came, went or was told anew since `join_parts`."""

    def put(self, found: Iterable[tuple[str, Resolved]]) -> None:
        """Replace all that came of files: their nodes and edges, their problems, the keys their answers hang on."""
        pending = iter(found)
        while some := dict(islice(pending, _AT_ONCE)):
            self.drop(some)
            self._put_nodes([(path, node) for path, each in some.items() for node in _by_id(each.nodes)])
            self._put_parts([(path, part) for path, each in some.items() for part in each.parts])
            self._put_edges({path: _owned(path, each.edges) for path, each in some.items() if each.edges})
            problems = ((*problem, path) for path, each in some.items() for problem in each.problems)
            self._db.executemany("INSERT INTO problem VALUES (?,?,?,?,?,?,?)", problems)
            self._put_keys({path: each.keys for path, each in some.items() if each.keys})

    def _put_nodes(self, owned: list[tuple[str, Node]]) -> None:
        first = self._db.execute("SELECT coalesce(max(number), 0) + 1 FROM node").fetchone()[0]
        rows = ((number, *node_row(owner, node)) for number, (owner, node) in enumerate(owned, first))
        self._db.executemany("INSERT INTO node VALUES (?,?,?,?,?,?,?,?,?)", rows)
        names = ((key, at, standing) for at, (_, node) in enumerate(owned, first) for key, standing in names_of(node))
        self._db.executemany("INSERT OR IGNORE INTO called VALUES (?, ?, ?)", names)

    def _put_parts(self, owned: list[tuple[str, Part]]) -> None:
        self._touched.update(part.node.id for _, part in owned)
        rows = ((part.node.id, path, encode_json(part.node).decode(), part.text) for path, part in owned)
        self._db.executemany("INSERT INTO part VALUES (?,?,?,?)", rows)

    def _put_edges(self, stated: Mapping[str, list[Edge]]) -> None:
        rows = (edge_row(path, edge) for path, edges in stated.items() for edge in edges)
        self._db.executemany("INSERT INTO edge VALUES (?,?,?,?,?,?,?,?,?)", rows)
        self._db.executemany("INSERT INTO sheaf VALUES (?,?,?,?)", starmap(_sheaf_row, stated.items()))

    def _put_keys(self, keys: Mapping[str, Iterable[str]]) -> None:
        first = self._db.execute("SELECT coalesce(max(number), 0) + 1 FROM asker").fetchone()[0]
        self._db.executemany("INSERT INTO asker VALUES (?, ?)", enumerate(keys, first))
        rows = ((_number(key), at) for at, asked in enumerate(keys.values(), first) for key in asked)
        self._db.executemany("INSERT OR IGNORE INTO lookup VALUES (?, ?)", rows)

    def drop(self, paths: Iterable[str]) -> None:
        """Forget all that came of files."""
        these = encode_json(list(paths)).decode()
        self._touched.update(row[0] for row in self._db.execute(f"SELECT id FROM part WHERE owner {_THESE}", (these,)))
        self._drop_nodes(f"owner {_THESE}", these)
        for table in ("part", "edge", "problem"):
            self._db.execute(f"DELETE FROM {table} WHERE owner {_THESE}", (these,))
        asked = f"SELECT number FROM asker WHERE path {_THESE}"
        self._db.execute(f"DELETE FROM lookup WHERE asker IN ({asked})", (these,))
        for table in ("asker", "sheaf"):
            self._db.execute(f"DELETE FROM {table} WHERE path {_THESE}", (these,))

    def join_parts(self) -> Iterator[tuple[Node | None, Part | None]]:
        """Make one node, which no file owns, of all that files tell of each class in parts, where that may be
        different now; those nodes, with the terms of their texts, each after the node that was there before."""
        touched, self._touched = sorted(self._touched), set()
        for identity in touched:
            rows = self._db.execute("SELECT node, text FROM part WHERE id = ? ORDER BY owner", (identity,)).fetchall()
            before = self.first_account(identity)
            self._drop_nodes("owner = '' AND id = ?", identity)
            part = joined(Part(Node(*decode_json(node)), text) for node, text in rows) if rows else None
            if part is not None:
                self._put_nodes([("", part.node)])
            yield before, part

    def _drop_nodes(self, condition: str, value: str) -> None:
        self._db.execute(f"DELETE FROM called WHERE node IN (SELECT number FROM node WHERE {condition})", (value,))
        self._db.execute(f"DELETE FROM node WHERE {condition}", (value,))

    def is_asked(self) -> bool:
        """Whether the edges of any file hang on anything."""
        return self._db.execute("SELECT 1 FROM lookup LIMIT 1").fetchone() is not None

    def askers(self, keys: Iterable[str]) -> set[str]:
        """The files whose edges hang on any of these look-up keys."""
        rows = self._db.execute(
            f"SELECT path FROM asker WHERE number IN (SELECT asker FROM lookup WHERE key {_THESE})",
            (encode_json(list(map(_number, keys))).decode(),),
        )
        return {row[0] for row in rows}

    # nodes

    def nodes(self) -> Iterator[Node]:
        """Every node, by id; of several accounts of one node the one of the first path counts."""
        last = None
        for row in self._db.execute(f"SELECT {NODE_COLUMNS} FROM node ORDER BY id, owner"):
            if row[0] != last:
                last = row[0]
                yield node_of(row)

    def code_called(self, name: str) -> list[Node]:
        """The symbols and files of code with this folded name."""
        rows = self._db.execute(
            f"SELECT DISTINCT {NODE_COLUMNS} FROM node WHERE number IN (SELECT node FROM called WHERE key = ?)"
            " AND file_type = 'code' AND source_file <> '' ORDER BY id",
            (name,),
        )
        return [node_of(row) for row in rows]

    def concepts_of(self, paths: Iterable[str]) -> set[str]:
        """The concepts that came of notes."""
        these = (encode_json(list(paths)).decode(),)
        rows = self._db.execute(f"SELECT id FROM node WHERE owner {_THESE} AND kind = 'concept'", these)
        return {row[0] for row in rows}

    def first_account(self, identity: str) -> Node | None:
        """A node as the first of the files that tell of it does."""
        query = f"SELECT {NODE_COLUMNS} FROM node WHERE id = ? ORDER BY owner LIMIT 1"
        row = self._db.execute(query, (identity,)).fetchone()
        return node_of(row) if row else None

    def derived(self) -> dict[str, str]:
        """(id, label) of the nodes that are no file's own: tags, unresolved names, files that are only linked."""
        rows = self._db.execute(
            "SELECT DISTINCT id FROM node LEFT JOIN document USING (id) WHERE coalesce(document.owner, '') = ''"
        )
        return {row[0]: row[0].partition(":")[2] if row[0].startswith("unresolved:") else row[0] for row in rows}

    # the whole

    def edges(self) -> Iterator[Edge]:
        """Every edge, by file, source, target and relation."""
        for row in self._db.execute(f"SELECT {EDGE_COLUMNS} FROM edge ORDER BY owner, source, target, relation"):
            yield edge_of(row)

    def sheaves(self) -> list[tuple[str, bytes]]:
        """(file, its sheaf as `encode_sheaf` wrote it) of every file that states edges, by file."""
        return self._db.execute("SELECT path, ties FROM sheaf ORDER BY path").fetchall()

    def said(self) -> Iterator[Said]:
        """What is said of the edges of every file, by file."""
        return (decode_said(row[0]) for row in self._db.execute("SELECT said FROM sheaf ORDER BY path"))

    def links(self) -> Iterator[bytes]:
        """The edges of every file as `encode_links` wrote them, by file."""
        return (row[0] for row in self._db.execute("SELECT links FROM sheaf ORDER BY path"))

    def set_analysis(self, analysis: Analysis) -> None:
        """Keep the god nodes and communities of the graph as it is now."""
        self._db.execute("DELETE FROM god")
        self._db.execute("DELETE FROM place")
        self._db.execute("DELETE FROM community")
        self._db.executemany(
            "INSERT INTO god VALUES (?, ?, ?)", ((rank, *god) for rank, god in enumerate(analysis.gods))
        )
        hubs = analysis.communities.of
        places = ((key, hubs.get(key, ""), degree) for key, degree in analysis.degrees.items())
        self._db.executemany("INSERT INTO place VALUES (?, ?, ?)", places)
        self._db.executemany("INSERT INTO community VALUES (?, ?)", analysis.names.items())

    def places(self) -> list[tuple[str, str, int]]:
        """(id, hub of its community or "", degree) of every node, by id."""
        return self._db.execute("SELECT id, hub, degree FROM place ORDER BY id").fetchall()

    def community_names(self) -> dict[str, str]:
        """What communities are called, by the ids of their hubs."""
        return dict(self._db.execute("SELECT hub, name FROM community ORDER BY hub"))

    def problems(self) -> list[Problem]:
        """Every problem, by path, line and column."""
        rows = self._db.execute('SELECT path, line, "column", severity, rule, message FROM problem')
        return sorted(Problem(*row) for row in rows)

    def problem_counts(self) -> list[tuple[str, str, int]]:
        """How many problems there are of each (severity, rule)."""
        return self._db.execute("SELECT severity, rule, count(*) FROM problem GROUP BY severity, rule").fetchall()


def _by_id(nodes: Iterable[Node]) -> Iterable[Node]:
    """Each node once, as it was told last."""
    return {node.id: node for node in nodes}.values()


def _owned(path: str, edges: Iterable[Edge]) -> list[Edge]:
    """The edges that a file states, sorted."""
    own = (edge if edge.source_file == path else edge._replace(source_file=path) for edge in edges)
    return sorted(own, key=itemgetter(0, 1, 2))


def _sheaf_row(path: str, edges: list[Edge]) -> tuple[str, bytes, bytes, bytes]:
    sheaf, said = sheaf_of(edges)
    return path, encode_sheaf(sheaf), encode_said(said), encode_links(edges)


def _number(key: str) -> int:
    """The number under which a look-up key is kept."""
    return zlib.crc32(key.encode())
