"""Opens the SQLite file of an index: sound and of the wanted version, or with a word on what is wrong."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final

from graph.codec import DecodeError
from vaultkit.errors import VaultkitError
from vaultkit.files import remove

_PATIENCE: Final = 60.0
"""Seconds to wait for another writer."""
_CIRCUMSTANCES: Final = frozenset(
    {
        sqlite3.SQLITE_BUSY,
        sqlite3.SQLITE_CANTOPEN,
        sqlite3.SQLITE_FULL,
        sqlite3.SQLITE_IOERR,
        sqlite3.SQLITE_LOCKED,
        sqlite3.SQLITE_NOMEM,
        sqlite3.SQLITE_PERM,
        sqlite3.SQLITE_PROTOCOL,
        sqlite3.SQLITE_READONLY,
    }
)
"""Result codes that do not speak of what is in the file (sqlite.org/rescode.html)."""


class BrokenIndex(Exception):
    """The file is no sound index of this version: it can be discarded and made anew."""


@contextmanager
def opened(file: Path, version: str, schema: str) -> Iterator[sqlite3.Connection]:
    """A connection that can write; a missing file is made. Raises BrokenIndex, and VaultkitError for a bad disk.

    `schema` has a table `meta (key, value)`, which holds the version.
    """
    with _explained(file):
        for part in _parts(file):
            if part.is_dir():
                raise BrokenIndex(f"{part} is a folder")
        with closing(sqlite3.connect(file, isolation_level=None, timeout=_PATIENCE)) as connection:
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = NORMAL")
            connection.execute("PRAGMA cache_size = -65536")
            if not connection.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchone():
                connection.executescript(f"BEGIN; {schema} INSERT INTO meta VALUES ('schema', '{version}'); COMMIT;")
            _check(connection, version)
            yield connection


@contextmanager
def read(file: Path, version: str) -> Iterator[sqlite3.Connection]:
    """A connection that only reads, and sees one state of the file. Raises VaultkitError."""
    if not file.is_file():
        raise VaultkitError(f"there is no {file}", "build it: graphify PATH")
    try:
        with _explained(file), closing(_connect_for_reading(file)) as connection:
            _check(connection, version)
            yield connection
    except BrokenIndex as fault:
        raise VaultkitError(f"{file} is broken or of another version ({fault})", "build it: graphify PATH") from fault


def discard(file: Path) -> None:
    """Remove an index. Raises VaultkitError."""
    for part in _parts(file):
        remove(part)


def _parts(file: Path) -> list[Path]:
    """The files that SQLite makes of one database (sqlite.org/wal.html)."""
    return [file, file.with_name(file.name + "-wal"), file.with_name(file.name + "-shm")]


def _connect_for_reading(file: Path) -> sqlite3.Connection:
    """Begins to read. Where nothing can be written, the file itself is all there is to see.

    `mode=rw` because a connection that may not write leaves its -wal and -shm files behind.
    """
    try:
        return _begun(file.absolute().as_uri() + "?mode=rw")
    except sqlite3.OperationalError:
        log = _parts(file)[1]
        if log.exists() and log.stat().st_size:
            raise
        return _begun(file.absolute().as_uri() + "?mode=ro&immutable=1")


def _begun(uri: str) -> sqlite3.Connection:
    connection = sqlite3.connect(uri, uri=True, isolation_level=None, timeout=_PATIENCE)
    try:
        connection.execute("PRAGMA query_only = ON")
        connection.execute("BEGIN")
        connection.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchone()
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def _check(connection: sqlite3.Connection, version: str) -> None:
    found = connection.execute("SELECT value FROM meta WHERE key = 'schema'").fetchone()
    if found != (version,):
        raise BrokenIndex("it is of another version")


@contextmanager
def _explained(file: Path) -> Iterator[None]:
    """Tells what is wrong with the file from what is wrong with its disk."""
    try:
        yield
    except DecodeError as fault:
        raise BrokenIndex(str(fault)) from fault
    except sqlite3.Error as fault:
        code = getattr(fault, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & 0xFF
        if code in _CIRCUMSTANCES:
            what = f"cannot use {file} ({fault})"
            raise VaultkitError(what, "check its permissions and the free space, or use --out") from fault
        raise BrokenIndex(str(fault)) from fault
