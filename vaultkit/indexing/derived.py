"""What was worked out of much that seldom changes, kept in the index beside the hash of what it was worked out of."""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Callable
from typing import Final, TypeVar

from graph.codec import decode_value, encode_value

SCHEMA: Final = "CREATE TABLE derived (name TEXT PRIMARY KEY, hash BLOB, value BLOB) WITHOUT ROWID;\n"

T = TypeVar("T")


class Derived:
    """The last value of each name; inside the caller's transaction."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        """Use the table that `SCHEMA` made."""
        self._db = connection

    def of(self, name: str, source: object, kind: type[T], work_out: Callable[[], T]) -> T:
        """What `work_out` makes of `source`, and of nothing else: the kept value if the source is the same.

        `source` and the value, which is of the type `kind`, are such as `encode_value` takes.
        """
        digest = hashlib.blake2b(encode_value(source), digest_size=16).digest()
        row = self._db.execute("SELECT hash, value FROM derived WHERE name = ?", (name,)).fetchone()
        if row is not None and row[0] == digest:
            return decode_value(row[1], kind)
        value = work_out()
        self._db.execute("INSERT OR REPLACE INTO derived VALUES (?, ?, ?)", (name, digest, encode_value(value)))
        return value
