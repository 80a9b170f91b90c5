"""Answers a graph's questions from its index: nodes, edges, names and terms, read when they are asked for."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Iterable
from functools import cached_property

from graph.asking.documents import FIELDS, WEIGHTS
from graph.asking.query import Bond, Community
from graph.asking.rank import Candidate, Groups, Statistics
from graph.model import Edge, Node, tag_id
from graph.text import counted
from vaultkit.indexing.rows import EDGE_COLUMNS, NODE_COLUMNS, edge_of, node_of
from vaultkit.indexing.terms import ANY, Terms, among

_CALLED = "called JOIN node ON node.number = called.node"


class Reader:
    """A `graph.asking.query.GraphView` over an open index. What was read once is kept."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        """Read from an open connection; see `open_for_reading`."""
        self._db = connection
        self._terms = Terms(connection, FIELDS)
        self._nodes: dict[str, Node | None] = {}
        self._places: dict[str, tuple[str, int]] = {}
        self._ends: dict[tuple[str, str], list[Edge]] = {}

    def node(self, identity: str, /) -> Node | None:
        """The node with this id."""
        if identity not in self._nodes:
            query = f"SELECT {NODE_COLUMNS} FROM node WHERE id = ? ORDER BY owner LIMIT 1"
            row = self._db.execute(query, (identity,)).fetchone()
            self._nodes[identity] = node_of(row) if row else None
        return self._nodes[identity]

    def ids(self, kind: str) -> list[str]:
        """The ids of all nodes of a kind, excluded notes apart."""
        rows = self._db.execute(
            "SELECT DISTINCT node.id FROM node JOIN source ON source.path = node.owner"
            " WHERE node.kind = ? AND NOT source.excluded ORDER BY node.id",
            (kind,),
        )
        return [row[0] for row in rows]

    def called(self, key: str, /) -> list[tuple[str, int]]:
        """(id, standing) of the nodes with this folded name."""
        return self._db.execute(
            f"SELECT DISTINCT id, standing FROM {_CALLED} WHERE key = ? ORDER BY id", (key,)
        ).fetchall()

    def containing(self, part: str, /) -> list[str]:
        """The ids of nodes whose folded name has this part."""
        return self._column(f"SELECT DISTINCT id FROM {_CALLED} WHERE instr(key, ?) ORDER BY id", part)

    def parts(self, beginning: str, /) -> list[str]:
        """The ids that begin with these characters and go on, sorted."""
        after = beginning[:-1] + chr(ord(beginning[-1]) + 1)
        return self._column("SELECT id FROM node WHERE id > ? AND id < ? ORDER BY id", beginning, after)

    def all_names(self) -> Iterable[str]:
        """Every folded name."""
        return self._column("SELECT DISTINCT key FROM called")

    def edges_from(self, identity: str, /) -> list[Edge]:
        """The edges that leave a node, sorted."""
        return self._edges("source", identity)

    def edges_to(self, identity: str, /) -> list[Edge]:
        """The edges that reach a node, sorted."""
        return self._edges("target", identity)

    def bonds_from(self, identity: str, /) -> Iterable[Bond]:
        """The edges that leave a node, in no order."""
        return self._bonds("source", identity)

    def bonds_to(self, identity: str, /) -> Iterable[Bond]:
        """The edges that reach a node, in no order."""
        return self._bonds("target", identity)

    def community(self, identity: str, /) -> Community | None:
        """The community of a node, None if it has none."""
        hub = self._place(identity)[0]
        row = self._db.execute("SELECT hub, name FROM community WHERE hub = ?", (hub,)).fetchone()
        return Community(*row) if row else None

    def degree(self, identity: str, /) -> int:
        """With how many nodes a node is connected over real relations."""
        return self._place(identity)[1]

    def languages(self) -> list[str]:
        """The languages of the notes."""
        return self._languages

    def find(self, groups: Groups, only: Collection[str] | None, /) -> list[Candidate]:
        """The documents that may answer."""
        weights, where = [field.weight for field in WEIGHTS], ANY if only is None else among(only)
        return self._terms.find(groups, weights, where, statistics=self._statistics)

    def statistics(self) -> Statistics:
        """What ranking needs to know of all documents."""
        return self._statistics

    def tagged(self, tag: str, /) -> set[str]:
        """The ids of the nodes that carry a tag or one below it (help: Tags, nested tags)."""
        target = tag_id(tag.removeprefix("#").rstrip("/"))
        rows = self._column(
            "SELECT DISTINCT source FROM edge WHERE relation = 'tagged' AND (target = ? OR substr(target, 1, ?) = ?)",
            target,
            len(target) + 1,
            target + "/",
        )
        return set(rows)

    def gods(self, top: int) -> list[tuple[Node, int]]:
        """The best `top` god nodes with their degrees."""
        rows = self._db.execute("SELECT id, degree FROM god ORDER BY rank LIMIT ?", (top,)).fetchall()
        return [(node, degree) for identity, degree in rows if (node := self.node(identity))]

    def covered(self) -> str:
        """What the graph holds, in words."""
        counts = self._db.execute(
            "SELECT kind, count(DISTINCT id) FROM node GROUP BY kind ORDER BY 2 DESC, 1"
        ).fetchall()
        words = ", ".join(counted(count, kind) for kind, count in counts)
        gods = ", ".join(node.label for node, _ in self.gods(5))
        return f"{words}; among them {gods}" if gods else words

    @cached_property
    def _languages(self) -> list[str]:
        return self._column("SELECT DISTINCT language FROM source WHERE language <> '' ORDER BY language")

    @cached_property
    def _statistics(self) -> Statistics:
        return self._terms.statistics()

    def _place(self, identity: str) -> tuple[str, int]:
        if identity not in self._places:
            row = self._db.execute("SELECT hub, degree FROM place WHERE id = ?", (identity,)).fetchone()
            self._places[identity] = row or ("", 0)
        return self._places[identity]

    def _edges(self, end: str, identity: str) -> list[Edge]:
        if (end, identity) not in self._ends:
            query = f"SELECT {EDGE_COLUMNS} FROM edge WHERE {end} = ? ORDER BY source, target, relation, owner"
            self._ends[end, identity] = [edge_of(row) for row in self._db.execute(query, (identity,))]
        return self._ends[end, identity]

    def _bonds(self, end: str, identity: str) -> Iterable[Bond]:
        query = f"SELECT source, target, relation, score FROM edge WHERE {end} = ?"
        return map(Bond._make, self._db.execute(query, (identity,)).fetchall())

    def _column(self, query: str, *values: str | int) -> list[str]:
        return [row[0] for row in self._db.execute(query, values)]
