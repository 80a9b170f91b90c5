"""The rows of the index that a view of the vault asks for: one by one for a few notes, all at once for many."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from vaultkit.scanning.folders import Look

State = tuple[int, int, int, int, int]
"""Of a file: size, mtime and ctime in ns, whether a later change is sure to show, whether it is excluded."""


class Rows(NamedTuple):
    """What the index keeps of a vault as it was at the last build."""

    folders: dict[str, Look]
    files: Callable[[str], Sequence[str]]
    """The files with a name, by `file_key`."""
    aliases: Callable[[str], Sequence[str]]
    """The notes with an alias, by its folded form."""
    tags: Callable[[str], Sequence[tuple[str, int]]]
    """(folded tag, number of files) below a namespace."""
    tags_of: Callable[[str], Sequence[str]]
    """The folded tags of a file."""
    states: Callable[[], dict[str, State]]
    """Every file."""


_FOLDERS: Final = "SELECT path, inode, mtime_ns, ctime_ns, settled FROM folder"
_STATES: Final = "SELECT path, size, mtime_ns, ctime_ns, settled, excluded FROM source"
_BY_TAG: Final = (
    "SELECT substr(target, 2), count(*) FROM edge"
    " WHERE target >= ? AND target < ? AND relation = 'tagged' GROUP BY target"
)
_TAGS: Final = "SELECT {} FROM edge WHERE target >= '#' AND target < '$' AND relation = 'tagged'"
"""The ids of tags begin with `#`: the index of targets finds them."""


def one_by_one(index: sqlite3.Connection) -> Rows:
    """Rows that are looked up when they are asked for: the connection has to stay open."""

    def paths(statement: str) -> Callable[[str], Sequence[str]]:
        return lambda key: [row[0] for row in index.execute(statement, (key,))]

    return Rows(
        folders=_folders(index),
        files=paths("SELECT path FROM source WHERE name = ? ORDER BY path"),
        aliases=paths("SELECT DISTINCT path FROM alias WHERE key = ? ORDER BY path"),
        tags=lambda namespace: index.execute(_BY_TAG, (f"#{namespace}/", f"#{namespace}0")).fetchall(),
        tags_of=paths("SELECT substr(target, 2) FROM edge WHERE owner = ? AND relation = 'tagged'"),
        states=lambda: _states(index),
    )


def all_at_once(index: sqlite3.Connection) -> Rows:
    """Rows that are all read now: the connection may be closed."""
    files = _grouped(index, "SELECT name, path FROM source ORDER BY path")
    aliases = _grouped(index, "SELECT DISTINCT key, path FROM alias ORDER BY path")
    owned = _grouped(index, _TAGS.format("owner, substr(target, 2)"))
    below: dict[str, list[tuple[str, int]]] = {}
    for tag, count in index.execute(_TAGS.format("substr(target, 2), count(*)") + " GROUP BY target"):
        below.setdefault(tag.partition("/")[0], []).append((tag, count))
    states = _states(index)
    return Rows(
        folders=_folders(index),
        files=lambda key: files.get(key, ()),
        aliases=lambda key: aliases.get(key, ()),
        tags=lambda namespace: [each for each in below.get(namespace, ()) if "/" in each[0]],
        tags_of=lambda path: owned.get(path, ()),
        states=lambda: states,
    )


def _folders(index: sqlite3.Connection) -> dict[str, Look]:
    return {row[0]: Look(row[1], row[2], row[3], bool(row[4])) for row in index.execute(_FOLDERS)}


def _states(index: sqlite3.Connection) -> dict[str, State]:
    return {row[0]: row[1:] for row in index.execute(_STATES)}


def _grouped(index: sqlite3.Connection, statement: str) -> dict[str, list[str]]:
    groups: dict[str, list[str]] = {}
    for key, value in index.execute(statement):
        groups.setdefault(key, []).append(value)
    return groups
