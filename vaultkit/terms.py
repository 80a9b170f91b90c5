"""A term index: FTS5 finds, Python ranks; the terms are made in Python. Graph, shelf and episodes use it."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection, Iterable, Sequence

from graph.rank import Candidate, Groups, Statistics

CANDIDATES = 100
"""How many documents are ranked exactly."""


def schema(fields: Sequence[str]) -> str:
    """The SQL that makes an empty index over these fields.

    Its tokenizer takes every character beyond ASCII for a part of a term, so none is cut up (sqlite.org/fts5.html).
    """
    sizes = ", ".join(f"{field} INT" for field in fields)
    return f"""
CREATE TABLE document (number INTEGER PRIMARY KEY, id TEXT UNIQUE, owner TEXT, {sizes});
CREATE INDEX document_owner ON document (owner);
CREATE VIRTUAL TABLE term USING fts5({", ".join(fields)}, tokenize = "ascii", detail = column);
CREATE VIRTUAL TABLE vocabulary USING fts5vocab(term, row);
"""


class Terms:
    """The documents of an index; inside the caller's transaction."""

    def __init__(self, connection: sqlite3.Connection, fields: Sequence[str]) -> None:
        """Use the tables that `schema` made."""
        self._db = connection
        self._fields = fields

    def clear(self) -> None:
        """Forget every document."""
        self._db.execute("DELETE FROM document")
        self._db.execute("DELETE FROM term")

    def put(self, identity: str, owner: str, texts: Sequence[str]) -> None:
        """Keep a document, its fields as blank-separated terms."""
        self.drop(identity)
        marks = ", ".join("?" * len(texts))
        sizes = [text.count(" ") + text.count("\n") + 1 if text else 0 for text in texts]
        cursor = self._db.execute(f"INSERT INTO document VALUES (NULL, ?, ?, {marks})", (identity, owner, *sizes))
        self._db.execute(
            f"INSERT INTO term (rowid, {', '.join(self._fields)}) VALUES (?, {marks})", (cursor.lastrowid, *texts)
        )

    def drop(self, identity: str) -> None:
        """Forget one document."""
        self._drop("id", identity)

    def drop_all_of(self, owner: str) -> None:
        """Forget every document that came of one owner."""
        self._drop("owner", owner)

    def ids_of(self, owner: str) -> set[str]:
        """The documents that came of one owner."""
        return {row[0] for row in self._db.execute("SELECT id FROM document WHERE owner = ?", (owner,))}

    def find(self, groups: Groups, weights: Iterable[float], only: Collection[str] | None = None) -> list[Candidate]:
        """The documents in which any of the terms stands, the best by FTS5's own measure, at most `CANDIDATES`."""
        asked = sorted(frozenset().union(*groups))
        if not asked:
            return []
        condition = "" if only is None else " AND id IN (SELECT value FROM json_each(?))"
        allowed = () if only is None else (json.dumps(sorted(only)),)
        columns = ", ".join(f"term.{field}" for field in self._fields)
        measure = ", ".join(map(str, weights))
        rows = self._db.execute(
            f"SELECT id, {columns} FROM term JOIN document ON number = term.rowid"
            f" WHERE term MATCH ?{condition} ORDER BY bm25(term, {measure}), id LIMIT {CANDIDATES}",
            (" OR ".join(f'"{term}"' for term in asked), *allowed),
        )
        return [Candidate(row[0], tuple(row[1:])) for row in rows]

    def statistics(self) -> Statistics:
        """The number of documents, the average lengths of their fields, and how often terms stand in them."""
        averages = ", ".join(f"avg(nullif({field}, 0))" for field in self._fields)
        count, *lengths = self._db.execute(f"SELECT count(*), {averages} FROM document").fetchone()
        return Statistics(count, tuple(length or 0.0 for length in lengths), self._frequency)

    def _frequency(self, term: str) -> int:
        row = self._db.execute("SELECT doc FROM vocabulary WHERE term = ?", (term,)).fetchone()
        return int(row[0]) if row else 0

    def _drop(self, column: str, value: str) -> None:
        # One number at a time: FTS5 answers `rowid IN (SELECT ..)` by reading every row.
        numbers = self._db.execute(f"SELECT number FROM document WHERE {column} = ?", (value,)).fetchall()
        self._db.executemany("DELETE FROM term WHERE rowid = ?", numbers)
        self._db.executemany("DELETE FROM document WHERE number = ?", numbers)
