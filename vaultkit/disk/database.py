"""Opens SQLite files: disposable indexes of the wanted version, and files that are kept and brought up to it."""

from __future__ import annotations

import sqlite3
import stat
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final, Literal

from vaultkit.disk.files import make_folder, remove
from vaultkit.disk.lock import Busy
from vaultkit.errors import VaultkitError

PATIENCE: Final = 60.0
"""Seconds to wait for another writer."""
_PAGE: Final = 16384
"""Bytes of a page of an index: a quarter of the writes that the default takes, and still few for a small change."""
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


class Damaged(VaultkitError):
    """What is in a kept file is no longer what was written."""


class BrokenIndex(Exception):
    """The file is no sound index of this version: it can be discarded and made anew."""

    def __init__(self, why: str, state: Literal["broken", "other-version"] = "broken") -> None:
        """Say what is the matter."""
        super().__init__(why)
        self.state = state


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
def opened(file: Path, version: str, schema: str, *unsound: type[Exception]) -> Iterator[sqlite3.Connection]:
    """A connection that can write; a missing file is made. Raises BrokenIndex, and VaultkitError for a bad disk.

    What the user of the connection raises of the kinds `unsound` speaks of the file as well. `schema` has a table
    `meta (key, value)`, which holds the version.
    """
    with _explained(file, unsound):
        for part in parts(file):
            if part.is_dir():
                raise BrokenIndex(f"{part} is a folder")
        with closing(sqlite3.connect(file, isolation_level=None, timeout=PATIENCE)) as connection:
            connection.execute(f"PRAGMA page_size = {_PAGE}")
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = NORMAL")
            connection.execute("PRAGMA cache_size = -65536")
            if not connection.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchone():
                connection.executescript(f"BEGIN; {schema} INSERT INTO meta VALUES ('schema', '{version}'); COMMIT;")
            _check(connection, version)
            yield connection


@contextmanager
def kept(file: Path, migrations: Sequence[Sequence[str]], patience: float = PATIENCE) -> Iterator[sqlite3.Connection]:
    """A connection to a file that holds what nothing else does: it is made if it is missing, and never made anew.

    Each migration is the statements that lead from one version to the next; `PRAGMA user_version` counts them. What
    was committed survives a loss of power, and what was deleted is overwritten.

    Raises Busy if another writer does not finish in time, Damaged, and VaultkitError.
    """
    make_folder(file.parent)
    try:
        with closing(sqlite3.connect(file, isolation_level=None, timeout=patience)) as connection:
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = FULL")
            connection.execute("PRAGMA secure_delete = ON")
            _migrate(file, connection, migrations)
            yield connection
    except sqlite3.Error as fault:
        code = getattr(fault, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & 0xFF
        if code == sqlite3.SQLITE_BUSY:
            raise Busy(f"another process still writes {file}", "try again when it has finished") from fault
        if code not in _CIRCUMSTANCES:
            raise Damaged(f"cannot use {file} ({fault})", "restore it from an export") from fault
        raise VaultkitError(f"cannot use {file} ({fault})", _remedy(code)) from fault


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """One change: everything inside or nothing. Nobody else changes the file meanwhile."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    finally:
        if connection.in_transaction:
            connection.execute("ROLLBACK")


def _migrate(file: Path, connection: sqlite3.Connection, migrations: Sequence[Sequence[str]]) -> None:
    if _version(connection) == len(migrations):
        return
    with transaction(connection):
        version = _version(connection)
        if version > len(migrations):
            raise VaultkitError(f"{file} was written by a newer vaultkit", "update vaultkit")
        for statements in migrations[version:]:
            for statement in statements:
                connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {len(migrations)}")


def _version(connection: sqlite3.Connection) -> int:
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


@contextmanager
def read(file: Path, version: str, *unsound: type[Exception]) -> Iterator[sqlite3.Connection]:
    """A connection that sees the file as one build left it; nothing on the disk is made, changed or repaired.

    A version of "" is any; `unsound` as for `opened`. Raises IndexUnusable, IndexChanged, and VaultkitError for a bad
    disk. Without a log beside it nobody writes the file, and it is opened as immutable: SQLite makes files for any
    other reader of a WAL database (sqlite.org/wal.html, Read-Only Databases). What a killed build left in its log is
    read from there; that writes to the `-shm` that it left as well.
    """
    before = _look(file)
    alone = not _has_log(file)
    try:
        with _explained(file, unsound), closing(_begun(file, immutable=alone)) as connection:
            _check(connection, version)
            yield connection
    except BrokenIndex as fault:
        raise IndexUnusable(fault.state, file) from fault
    finally:  # whatever went wrong in the block, it may have seen half of each build
        if alone and _look(file) != before:
            raise IndexChanged(file)


def discard(file: Path) -> None:
    """Remove an index. Raises VaultkitError."""
    for part in parts(file):
        remove(part)


def parts(file: Path) -> list[Path]:
    """The files that SQLite makes of one database, the main one first (sqlite.org/wal.html)."""
    return [file, file.with_name(file.name + "-wal"), file.with_name(file.name + "-shm")]


def _has_log(file: Path) -> bool:
    try:
        return parts(file)[1].stat().st_size > 0
    except OSError:
        return False


def _look(file: Path) -> tuple[int, int, int]:
    try:
        found = file.stat()
    except OSError as fault:
        raise IndexUnusable("missing", file) from fault
    if not stat.S_ISREG(found.st_mode):
        raise IndexUnusable("broken", file)
    return found.st_ino, found.st_size, found.st_mtime_ns


def _begun(file: Path, *, immutable: bool) -> sqlite3.Connection:
    """A connection in the midst of reading: it goes on seeing this state."""
    uri = f"{_uri(file)}?mode=ro" + ("&immutable=1" if immutable else "")
    connection = sqlite3.connect(uri, uri=True, isolation_level=None, timeout=PATIENCE)
    connection.execute("BEGIN")
    return connection


def _uri(file: Path) -> str:
    """A path as SQLite takes it (sqlite.org/uri.html, 3.1); `Path.as_uri` would load all that knows of addresses."""
    path = file.absolute().as_posix().replace("%", "%25").replace("?", "%3f").replace("#", "%23")
    return f"file://{path}" if path.startswith("/") else f"file:///{path}"


def _check(connection: sqlite3.Connection, version: str) -> None:
    if not version:
        return
    found = connection.execute("SELECT value FROM meta WHERE key = 'schema'").fetchone()
    if found != (version,):
        raise BrokenIndex("it is of another version", "other-version")


@contextmanager
def _explained(file: Path, unsound: tuple[type[Exception], ...]) -> Iterator[None]:
    """Tells what is wrong with the file from what is wrong with its disk."""
    try:
        yield
    except unsound as fault:
        raise BrokenIndex(str(fault)) from fault
    except sqlite3.Error as fault:
        code = getattr(fault, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & 0xFF
        if code in _CIRCUMSTANCES:
            raise VaultkitError(f"cannot use {file} ({fault})", _remedy(code)) from fault
        raise BrokenIndex(str(fault)) from fault


def _remedy(code: int) -> str:
    """What to do about one of the circumstances."""
    return "make room on its disk" if code == sqlite3.SQLITE_FULL else "check its permissions and the free space"
