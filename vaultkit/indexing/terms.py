"""A term index: SQLite finds, Python ranks; the terms are made in Python. Graph, shelf and episodes use it."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from graph.asking.rank import SATURATION, Candidate, Groups, Statistics, rarities

CANDIDATES = 150
"""How many documents are ranked exactly."""
_UNIT = 1000
"""Scores are added up as whole numbers: sums do not depend on the order of rows."""
_LENGTH_SHARE = 0.25
"""How much the length of a document takes away of its first score: long ones hold a little of everything."""


class Where(NamedTuple):
    """What the documents that are looked for must be: SQL over the row of `id`, and the parameters it names."""

    sql: str
    values: Mapping[str, str | int]


ANY: Final = Where("1", {})


def among(ids: Collection[str]) -> Where:
    """Only documents of these ids."""
    return Where("id IN (SELECT value FROM json_each(:ids))", {"ids": json.dumps(sorted(ids))})


def schema(fields: Sequence[str], name: str = "") -> str:
    """The SQL that makes an empty index over these fields; `name` is what its tables begin with."""
    return "".join(f"{statement};\n" for statement in (*lists(fields, name), *totals(fields, name)))


def uncounted_schema(fields: Sequence[str]) -> str:
    """The same for an index that is filled by thousands at once: its counts wait for `Terms.count`."""
    return "".join(f"{statement};\n" for statement in (*lists(fields, ""), *_counts(fields, "")))


def lists(fields: Sequence[str], name: str) -> Iterable[str]:
    """The statements that make the lists of documents and terms.

    Their tokenizer takes every character beyond ASCII for a part of a term, so none is cut up (sqlite.org/fts5.html).
    """
    sizes = ", ".join(f"{field} INT" for field in fields)
    return (
        f"CREATE TABLE {name}document (number INTEGER PRIMARY KEY, id TEXT UNIQUE, owner TEXT, {sizes})",
        f"CREATE INDEX {name}document_owner ON {name}document (owner)",
        f'CREATE VIRTUAL TABLE {name}term USING fts5({", ".join(fields)}, tokenize = "ascii", detail = column)',
        f"CREATE VIRTUAL TABLE {name}vocabulary USING fts5vocab({name}term, row)",
        f"CREATE VIRTUAL TABLE {name}instance USING fts5vocab({name}term, instance)",
    )


def totals(fields: Sequence[str], name: str) -> Iterable[str]:
    """The statements that count what is in the lists and keep the counts in step: a question reads one row.

    Of each field the number of terms, and of documents in which it is not empty (`in_..`).
    """

    def step(row: str, sign: str) -> str:
        counted = _counted(fields).items()
        return ", ".join(f"{column} = {column} {sign} {count.format(row=row)}" for column, count in counted)

    return (
        *_counts(fields, name),
        f"CREATE TRIGGER {name}document_added AFTER INSERT ON {name}document"
        f" BEGIN UPDATE {name}total SET {step('NEW.', '+')}; END",
        f"CREATE TRIGGER {name}document_gone AFTER DELETE ON {name}document"
        f" BEGIN UPDATE {name}total SET {step('OLD.', '-')}; END",
    )


def _counted(fields: Sequence[str]) -> dict[str, str]:
    """What is counted of each `row` of a document, by the column that keeps the count."""
    counts = {"documents": "1", **{field: f"{{row}}{field}" for field in fields}}
    return counts | {f"in_{field}": f"({{row}}{field} > 0)" for field in fields}


def _counts(fields: Sequence[str], name: str) -> tuple[str, str]:
    """The statements that make the counts, and that count what is there."""
    columns = ", ".join(f"{column} INT" for column in _counted(fields))
    all_ = ", ".join(f"coalesce(sum({count.format(row='')}), 0)" for count in _counted(fields).values())
    return f"CREATE TABLE {name}total ({columns})", f"INSERT INTO {name}total SELECT {all_} FROM {name}document"


def ids_with(name: str, asked: str) -> str:
    """SQL that selects the ids of the documents with any of the terms in the JSON list `asked`, a parameter."""
    return (
        f"SELECT id FROM {name}document WHERE number IN (SELECT doc FROM json_each({asked}) AS asked"
        f" CROSS JOIN {name}instance ON {name}instance.term = asked.value)"
    )


class Terms:
    """The documents of an index; inside the caller's transaction."""

    def __init__(self, connection: sqlite3.Connection, fields: Sequence[str], name: str = "") -> None:
        """Use the tables that `schema` made."""
        self._db = connection
        self._fields = fields
        self._name = name

    def clear(self) -> None:
        """Forget every document."""
        self._db.execute(f"DELETE FROM {self._name}document")
        self._db.execute(f"DELETE FROM {self._name}term")

    def count(self) -> None:
        """Count what is in the lists, of an index that does not keep its counts in step."""
        self._db.execute(f"DELETE FROM {self._name}total")
        self._db.execute(_counts(self._fields, self._name)[1])

    def put(self, identity: str, owner: str, texts: Sequence[str]) -> None:
        """Keep a document, its fields as blank-separated terms."""
        self.drop(identity)
        self._insert(owner, {identity: texts})

    def put_all(self, owner: str, documents: Mapping[str, Sequence[str]]) -> None:
        """Keep documents of one owner, by id; of many in a tenth of the time."""
        self.drop_all(documents)
        self._insert(owner, documents)

    def put_all_of(self, owner: str, documents: Mapping[str, Sequence[str]]) -> None:
        """Keep documents, by id, in place of all that came of their owner before."""
        ids = json.dumps(list(documents))
        self._drop("owner = ? OR id IN (SELECT value FROM json_each(?))", owner, ids)
        self._insert(owner, documents)

    def drop(self, identity: str) -> None:
        """Forget one document."""
        self._drop("id = ?", identity)

    def drop_all(self, identities: Iterable[str]) -> None:
        """Forget some documents."""
        self._drop("id IN (SELECT value FROM json_each(?))", json.dumps(list(identities)))

    def drop_all_of(self, owner: str) -> None:
        """Forget every document that came of one owner."""
        self._drop("owner = ?", owner)

    def compact(self) -> None:
        """Write the term lists anew, without what was deleted (sqlite.org/fts5.html, optimize)."""
        self._db.execute(f"INSERT INTO {self._name}term ({self._name}term) VALUES ('optimize')")

    def ids_of(self, owner: str) -> set[str]:
        """The documents that came of one owner."""
        return {row[0] for row in self._db.execute(f"SELECT id FROM {self._name}document WHERE owner = ?", (owner,))}

    def find(
        self,
        groups: Groups,
        weights: Iterable[float],
        where: Where = ANY,
        most: int = CANDIDATES,
        statistics: Statistics | None = None,
    ) -> list[Candidate]:
        """The documents in which any of the terms stands, the most promising first, at most so many.

        Who has the `statistics` already gives them: they take a look at every document.

        Each group counts once, in the field where it says most, as in BM25F. FTS5's own bm25() is not asked: without
        positions (detail=column) it reads the text of every document with any of the terms, 20 times as slow.
        """
        name = self._name
        statistics = statistics or self.statistics()
        rarity = rarities(groups, statistics)
        asked = [
            [term, place, int(rarity[place] * _UNIT)] for place, group in enumerate(groups) for term in sorted(group)
        ]
        shares = (int(weight / (SATURATION + weight) * _UNIT) for weight in weights)
        share = " ".join(f"WHEN '{field}' THEN {worth}" for field, worth in zip(self._fields, shares, strict=True))
        spread = f"{1 - _LENGTH_SHARE} + {_LENGTH_SHARE} * {self._fields[-1]} / :usual"
        columns = ", ".join(f"{name}term.{field}" for field in self._fields)
        rows = self._db.execute(
            f"""
WITH asked AS (
  SELECT json_extract(value, '$[0]') AS asked_term, json_extract(value, '$[1]') AS place,
         json_extract(value, '$[2]') AS worth FROM json_each(:asked)),
found AS (
  SELECT doc, max(worth * CASE col {share} END) AS score
  FROM asked CROSS JOIN {name}instance ON {name}instance.term = asked_term GROUP BY doc, place),
best AS (
  SELECT id, number, sum(score) / ({spread}) AS score FROM found JOIN {name}document ON number = doc
  WHERE {where.sql} GROUP BY doc ORDER BY score DESC, id LIMIT :most)
SELECT id, {columns} FROM best JOIN {name}term ON {name}term.rowid = number ORDER BY score DESC, id""",
            {"asked": json.dumps(asked), "usual": statistics.lengths[-1] or 1.0, "most": most, **where.values},
        )
        return [Candidate(row[0], tuple(row[1:])) for row in rows]

    def statistics(self) -> Statistics:
        """The number of documents, the average lengths of their fields, and how often terms stand in them."""
        averages = ", ".join(f"coalesce(1.0 * {field} / nullif(in_{field}, 0), 0.0)" for field in self._fields)
        count, *lengths = self._db.execute(f"SELECT documents, {averages} FROM {self._name}total").fetchone()
        return Statistics(count, tuple(lengths), self._frequency)

    def _frequency(self, term: str) -> int:
        row = self._db.execute(f"SELECT doc FROM {self._name}vocabulary WHERE term = ?", (term,)).fetchone()
        return int(row[0]) if row else 0

    def _insert(self, owner: str, documents: Mapping[str, Sequence[str]]) -> None:
        """Add documents that are not there; all of one in two statements, for there may be thousands."""
        query = f"SELECT coalesce(max(number), 0) + 1 FROM {self._name}document"
        numbered = list(enumerate(documents.items(), self._db.execute(query).fetchone()[0]))
        marks = ", ?" * len(self._fields)
        rows = ((number, identity, owner, *map(_size, texts)) for number, (identity, texts) in numbered)
        self._db.executemany(f"INSERT INTO {self._name}document VALUES (?, ?, ?{marks})", rows)
        columns = ", ".join(("rowid", *self._fields))
        insert = f"INSERT INTO {self._name}term ({columns}) VALUES (?{marks})"
        self._db.executemany(insert, ((number, *texts) for number, (_, texts) in numbered))

    def _drop(self, condition: str, *values: str) -> None:
        # One number at a time: FTS5 answers `rowid IN (SELECT ..)` by reading every row.
        numbers = self._db.execute(f"SELECT number FROM {self._name}document WHERE {condition}", values).fetchall()
        self._db.executemany(f"DELETE FROM {self._name}term WHERE rowid = ?", numbers)
        self._db.executemany(f"DELETE FROM {self._name}document WHERE number = ?", numbers)


def _size(text: str) -> int:
    """How many terms a field has."""
    return text.count(" ") + text.count("\n") + 1 if text else 0
