"""Keeps the entries of one shelf: creates, reads, changes and deletes them, and keeps their indexes in step."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from graph.regex import regex
from vaultkit.disk.database import PATIENCE, kept, transaction
from vaultkit.errors import VaultkitError
from vaultkit.indexing.terms import ANY, Terms, Where
from vaultkit.memory.shelf.catalogs import CATALOGS, KEYS, Catalog, stamp
from vaultkit.memory.shelf.entry import (
    Content,
    Entry,
    Knowledge,
    Statement,
    catalog_of,
    clean_content,
    clean_name,
    turn_of,
)
from vaultkit.memory.shelf.rows import (
    COLUMNS,
    CONTENT,
    ORDER,
    content_row,
    entry_of,
    knowledge_of,
    row_of,
    statement_of,
)
from vaultkit.memory.shelf.tables import FIELDS, MIGRATIONS

FILE: Final = "shelf.sqlite"
_HEADING: Final = regex(r"\n(?=#{1,6} )")
_BATCH: Final = 200
"""Entries that are indexed at once: other writers get their turn in between."""


class Store:
    """The open file of a shelf. Every change belongs into `changing`."""

    def __init__(self, connection: sqlite3.Connection, folder: Path) -> None:
        """Use an open connection; see `open_store`."""
        self.connection = connection
        self.folder = folder
        self.terms: dict[Catalog, Terms] = {each: Terms(connection, FIELDS, f"{each}_") for each in CATALOGS}

    @contextmanager
    def changing(self) -> Iterator[None]:
        """One change: everything inside or nothing."""
        with transaction(self.connection):
            yield

    # create, change, delete

    def create_knowledge(self, name: str, content: Content, now: datetime, *, embed: bool = True) -> Knowledge:
        """Keep an entry, without the secrets it may hold. Raises VaultkitError if the name is taken."""
        entry = Knowledge(clean_name(name), clean_content(content, now), stamp(now))
        if self.number("knowledge", entry.name) is not None:
            raise VaultkitError(f"there is knowledge named {entry.name!r} already", "change it with knowledge-update")
        self.put(entry, embed=embed)
        return entry

    def create_statement(self, given: Statement, now: datetime, *, embed: bool = True) -> Statement:
        """Keep a statement; its `created_at` becomes `now`. Raises VaultkitError if it is there already."""
        entry = Statement(
            clean_name(given.subject, "subject"),
            clean_name(given.predicate, "predicate"),
            clean_name(given.object, "object"),
            clean_content(given.content, now),
            stamp(now),
            given.tr_start,
            given.tr_end,
        )
        if self.number("statement", entry.key) is not None:
            raise VaultkitError(f"there is a statement {entry.key} already", "delete it first to state it anew")
        self.put(entry, embed=embed)
        return entry

    def put(self, entry: Entry, *, embed: bool) -> None:
        """Keep an entry that is clean and whose key is free."""
        catalog, row = catalog_of(entry), {**row_of(entry), "embed": int(embed)}
        insert = f"INSERT INTO {catalog} ({', '.join(row)}) VALUES ({', '.join('?' * len(row))})"
        number = self.connection.execute(insert, tuple(row.values())).lastrowid or 0
        self._derive(catalog, number, entry.content)
        place = turn_of(entry.name) if isinstance(entry, Knowledge) else None
        if place:
            upsert = "INSERT INTO session (id, turn) VALUES (?, ?)"
            upsert += " ON CONFLICT (id) DO UPDATE SET turn = max(turn, excluded.turn)"
            self.connection.execute(upsert, place)

    def update_knowledge(self, name: str, changes: dict[str, Any], now: datetime) -> Knowledge:
        """Change fields of the content; name, `created_at` and statements stay. Raises VaultkitError if unknown."""
        old, number = self.knowledge(name), self.number("knowledge", name)
        if old is None or number is None:
            raise VaultkitError(f"there is no knowledge named {name!r}", "create it with knowledge-create")
        entry = old._replace(content=clean_content(old.content._replace(**changes), now))
        columns = ", ".join(f"{field} = ?" for field in CONTENT)
        values = (*content_row(entry.content), number)
        self.connection.execute(f"UPDATE knowledge SET {columns} WHERE number = ?", values)
        self._forget_derived("knowledge", number)
        self._derive("knowledge", number, entry.content)
        return entry

    def delete(self, catalog: Catalog, key: str) -> bool:
        """Remove an entry and what was derived from it; False if there is none."""
        number = self.number(catalog, key)
        if number is None:
            return False
        self._forget_derived(catalog, number)
        self.terms[catalog].drop(key)
        self.connection.execute(f"DELETE FROM {catalog} WHERE number = ?", (number,))
        return True

    def next_turn(self, session: str) -> int:
        """A turn of a session that no message had or will have but the one it is drawn for."""
        upsert = "INSERT INTO session (id, turn) VALUES (?, 1)"
        upsert += " ON CONFLICT (id) DO UPDATE SET turn = turn + 1 RETURNING turn"
        return int(self.connection.execute(upsert, (session,)).fetchone()[0])

    def reindex(self) -> int:
        """Make labels and search indexes anew from the entries; how many there are."""
        count = 0
        for table in ("label", "unindexed"):
            self.connection.execute(f"DELETE FROM {table}")
        for catalog in CATALOGS:
            self.terms[catalog].clear()
            columns = ", ".join(("number", *COLUMNS[catalog]))
            for number, *row in self.connection.execute(f"SELECT {columns} FROM {catalog} ORDER BY number"):
                self._derive(catalog, number, entry_of(catalog, tuple(row)).content)
                count += 1
        self._index_waiting(-1)
        return count

    def wipe(self) -> None:
        """Leave nothing in the file of what was deleted: neither in the search index nor in the log."""
        for catalog in CATALOGS:
            self.terms[catalog].compact()
        self.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    # read

    def number(self, catalog: Catalog, key: str) -> int | None:
        """The row of an entry, None if there is none."""
        query = f"SELECT number FROM {catalog} WHERE {KEYS[catalog]} = ?"
        row = self.connection.execute(query, (key,)).fetchone()
        return int(row[0]) if row else None

    def numbers(self, catalog: Catalog, keys: Sequence[str]) -> dict[str, int]:
        """The rows of entries by their keys, in the order of their arrival."""
        key = KEYS[catalog]
        query = f"SELECT {key}, number FROM {catalog} WHERE {key} IN (SELECT value FROM json_each(?)) ORDER BY number"
        return dict(self.connection.execute(query, (json.dumps(keys),)).fetchall())

    def knowledge(self, name: str) -> Knowledge | None:
        """The entry of a name."""
        return next(iter(self.all_knowledge(Where("name = :name", {"name": name}))), None)

    def statement(self, key: str) -> Statement | None:
        """The statement of a triple, as a row of CSV."""
        return next(iter(self.all_statements(Where("triple = :triple", {"triple": key}))), None)

    def all_knowledge(self, where: Where = ANY, limit: int | None = None, offset: int = 0) -> list[Knowledge]:
        """The knowledge for which a condition holds, oldest first."""
        return [knowledge_of(row) for row in self._rows("knowledge", where, limit, offset)]

    def all_statements(self, where: Where = ANY, limit: int | None = None, offset: int = 0) -> list[Statement]:
        """The statements for which a condition holds, oldest first."""
        return [statement_of(row) for row in self._rows("statement", where, limit, offset)]

    def all_of(self, catalog: Catalog, where: Where, limit: int | None, offset: int) -> list[Entry]:
        """The entries of a catalogue for which a condition holds, oldest first."""
        return [entry_of(catalog, row) for row in self._rows(catalog, where, limit, offset)]

    def languages(self) -> list[str]:
        """The languages in which entries can be searched; what was kept since the last search is indexed first."""
        while self.connection.execute("SELECT 1 FROM unindexed LIMIT 1").fetchone():
            if self.connection.in_transaction:
                self._index_waiting(-1)
            else:
                with self.changing():
                    self._index_waiting(_BATCH)
        return [row[0] for row in self.connection.execute("SELECT name FROM language ORDER BY name")]

    def _rows(self, catalog: Catalog, where: Where, limit: int | None, offset: int) -> sqlite3.Cursor:
        columns = ", ".join(COLUMNS[catalog])
        return self.connection.execute(
            f"SELECT {columns} FROM {catalog} WHERE {where.sql} ORDER BY {ORDER[catalog]} LIMIT :limit OFFSET :offset",
            {**where.values, "limit": -1 if limit is None else limit, "offset": offset},
        )

    # what is derived from an entry

    def _derive(self, catalog: Catalog, number: int, content: Content) -> None:
        """The labels of an entry. Its terms wait for the first search: to make them takes longer than all the rest."""
        rows = [("tags", tag, catalog, number) for tag in content.tags]
        rows += [("scopes", scope, catalog, number) for scope in content.scopes]
        self.connection.executemany("INSERT INTO label VALUES (?, ?, ?, ?)", rows)
        self.connection.execute("INSERT INTO unindexed VALUES (?, ?)", (catalog, number))

    def _index_waiting(self, most: int) -> None:
        """Put entries that wait for it into the search index, at most so many, all for -1."""
        query = "SELECT catalog, number FROM unindexed ORDER BY number LIMIT ?"
        waiting = self.connection.execute(query, (most,)).fetchall()
        for catalog, number in waiting:
            for entry in self.all_of(catalog, Where("number = :number", {"number": number}), None, 0):
                self._index(catalog, entry)
        self.connection.executemany("DELETE FROM unindexed WHERE catalog = ? AND number = ?", waiting)

    def _index(self, catalog: Catalog, entry: Entry) -> None:
        from graph.tokens import guess_language, terms  # who logs a message does not wait for it

        content = entry.content
        language = guess_language(content.data)
        self.connection.execute("INSERT OR IGNORE INTO language VALUES (?)", (language,))
        name = entry.name if isinstance(entry, Knowledge) else " ".join(entry.names)
        body = "\n".join(terms(section, language) for section in _HEADING.split(content.data))
        heads = [terms(text, language) for text in (name, " ".join(content.tags), " ".join(content.synonyms))]
        self.terms[catalog].put(entry.key, "", [*heads, body])

    def _forget_derived(self, catalog: Catalog, number: int) -> None:
        for table in ("label", "vector", "unindexed"):
            self.connection.execute(f"DELETE FROM {table} WHERE catalog = ? AND number = ?", (catalog, number))


@contextmanager
def open_store(folder: Path, patience: float = PATIENCE) -> Iterator[Store]:
    """The store in a shelf's folder, made if it is missing. Raises Busy after `patience` seconds, and VaultkitError."""
    with kept(folder / FILE, MIGRATIONS, patience) as connection:
        yield Store(connection, folder)
