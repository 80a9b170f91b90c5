"""What the index of episodes holds, and how far it is behind the files."""

from __future__ import annotations

import sqlite3
from typing import NamedTuple

from vaultkit.disk.filestat import Stat
from vaultkit.memory.episodes.sources import found_below
from vaultkit.memory.episodes.tables import index_file


class Stats(NamedTuple):
    """The index in numbers."""

    file: str
    bytes: int
    roots: tuple[str, ...]
    sources: int
    chunks: int
    kinds: dict[str, int]
    """Chunks by the kind of their source."""
    skipped: int
    """Lines of transcripts of no known kind."""
    first: str
    """The earliest day, "" if nothing has one."""
    last: str
    behind: int
    """Files that are new, changed or gone since."""


def stats(connection: sqlite3.Connection) -> Stats:
    """The numbers of the index."""
    roots = tuple(row[0] for row in connection.execute("SELECT path FROM root ORDER BY path"))
    count, skipped = connection.execute("SELECT count(*), coalesce(sum(skipped), 0) FROM source").fetchone()
    kinds = dict(connection.execute("SELECT kind, sum(chunks) FROM source GROUP BY kind ORDER BY kind").fetchall())
    first, last = connection.execute("SELECT min(at), max(at) FROM chunk WHERE at > ''").fetchone()
    file = index_file()
    return Stats(
        str(file),
        file.stat().st_size,
        roots,
        count,
        sum(kinds.values()),
        kinds,
        skipped,
        (first or "")[:10],
        (last or "")[:10],
        behind(connection, roots),
    )


def behind(connection: sqlite3.Connection, roots: tuple[str, ...]) -> int:
    """How many files below the roots are new, gone or look changed. None is opened."""
    known = {
        path: Stat(*numbers)
        for path, *numbers in connection.execute("SELECT path, size, mtime_ns, ctime_ns FROM source")
    }
    found = found_below(roots)
    return len(known.keys() - found.keys()) + sum(known.get(path) != each.stat for path, each in found.items())
