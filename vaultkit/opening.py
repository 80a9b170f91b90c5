"""Opens an index to read it, as one build left it; imports nothing of what builds it."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

from vaultkit.errors import VaultkitError


class IndexUnusable(VaultkitError):
    """An index that cannot be read; the next build makes it anew."""

    def __init__(self, state: Literal["missing", "broken", "other-version"], file: Path) -> None:
        """Say what is the matter with the index at `file`."""
        self.state = state
        words = {"missing": "is missing", "broken": "cannot be read", "other-version": "was made by another version"}
        super().__init__(f"the index {file} {words[state]}", "build it: graphify PATH")


class IndexChanged(VaultkitError):
    """A build replaced the index while it was read: what was read may be half of each."""

    def __init__(self, file: Path) -> None:
        """Name the index."""
        super().__init__(f"{file} was rebuilt while it was read", "ask again")


@contextmanager
def read_only(file: Path) -> Iterator[sqlite3.Connection]:
    """A connection to the index at `file`; nothing on the disk is made, changed or repaired.

    Raises IndexUnusable. Without a `-wal` beside it nobody writes the file, and it is opened as immutable: SQLite makes
    files for any other reader of a WAL database (sqlite.org/wal.html, Read-Only Databases). What a killed build left in
    its log is read from there; that writes to the `-shm` that it left as well.
    """
    before = _look(file)
    alone = not file.with_name(file.name + "-wal").exists()
    uri = f"{file.absolute().as_uri()}?mode=ro" + ("&immutable=1" if alone else "")
    connection = sqlite3.connect(uri, uri=True, isolation_level=None, timeout=60)
    try:
        connection.execute("BEGIN")
        yield connection
    except sqlite3.DatabaseError as fault:
        raise IndexUnusable("broken", file) from fault
    finally:
        connection.close()
    if alone and _look(file) != before:
        raise IndexChanged(file)


def _look(file: Path) -> tuple[int, int, int]:
    try:
        stat = file.stat()
    except OSError as fault:
        raise IndexUnusable("missing", file) from fault
    return stat.st_ino, stat.st_size, stat.st_mtime_ns
