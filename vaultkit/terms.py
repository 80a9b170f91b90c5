"""A term index: SQLite finds, Python ranks; the terms are made in Python. Graph, shelf and episodes use it."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection, Iterable, Sequence

from graph.rank import SATURATION, Candidate, Groups, Statistics, rarities

CANDIDATES = 150
"""How many documents are ranked exactly."""
_UNIT = 1000
"""Scores are added up as whole numbers: sums do not depend on the order of rows."""
_LENGTH_SHARE = 0.25
"""How much the length of a document takes away of its first score: long ones hold a little of everything."""


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
CREATE VIRTUAL TABLE instance USING fts5vocab(term, instance);
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
        """The documents in which any of the terms stands, the most promising first, at most `CANDIDATES`.

        Each group counts once, in the field where it says most, as in BM25F. FTS5's own bm25() is not asked: without
        positions (detail=column) it reads the text of every document with any of the terms, 20 times as slow.
        """
        statistics = self.statistics()
        rarity = rarities(groups, statistics)
        asked = [
            [term, place, int(rarity[place] * _UNIT)] for place, group in enumerate(groups) for term in sorted(group)
        ]
        shares = (int(weight / (SATURATION + weight) * _UNIT) for weight in weights)
        share = " ".join(f"WHEN '{field}' THEN {worth}" for field, worth in zip(self._fields, shares, strict=True))
        condition = "" if only is None else " WHERE id IN (SELECT value FROM json_each(:only))"
        spread = f"{1 - _LENGTH_SHARE} + {_LENGTH_SHARE} * {self._fields[-1]} / :usual"
        columns = ", ".join(f"term.{field}" for field in self._fields)
        rows = self._db.execute(
            f"""
WITH asked AS (
  SELECT json_extract(value, '$[0]') AS asked_term, json_extract(value, '$[1]') AS place,
         json_extract(value, '$[2]') AS worth FROM json_each(:asked)),
found AS (
  SELECT doc, max(worth * CASE col {share} END) AS score
  FROM asked CROSS JOIN instance ON instance.term = asked_term GROUP BY doc, place),
best AS (
  SELECT id, number, sum(score) / ({spread}) AS score FROM found JOIN document ON number = doc{condition}
  GROUP BY doc ORDER BY score DESC, id LIMIT {CANDIDATES})
SELECT id, {columns} FROM best JOIN term ON term.rowid = number ORDER BY score DESC, id""",
            {
                "asked": json.dumps(asked),
                "usual": statistics.lengths[-1] or 1.0,
                "only": json.dumps(sorted(only)) if only is not None else "",
            },
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
