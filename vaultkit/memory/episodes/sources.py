"""Which files below a folder hold episodes, and what tells without opening one that it has changed."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final, Literal, NamedTuple

from vaultkit.disk.filestat import Stat
from vaultkit.errors import VaultkitError
from vaultkit.memory.episodes import opencode_database
from vaultkit.scanning.entries import is_output

Kind = Literal["markdown", "lines", "session", "storage", "database"]
"""A note; a transcript in JSON Lines; a session that OpenCode exported; one in its storage, in many files; one in its
database."""

_KINDS: Final[dict[str, Kind]] = {".md": "markdown", ".markdown": "markdown", ".jsonl": "lines", ".json": "session"}
_FOREIGN: Final = frozenset({"node_modules", "__pycache__", "venv", "tool-results"})
"""Folders that hold what nobody here has written."""
_STORAGE: Final = ("session", "message", "part")
"""Folders of OpenCode's storage."""


class Source(NamedTuple):
    """A file that may hold episodes."""

    path: str
    kind: Kind
    stat: Stat


def found_below(roots: Iterable[str]) -> dict[str, Source]:
    """What all these files and folders hold, by path. A session that OpenCode has moved into its database is there."""
    found = {source.path: source for root in roots for source in sources(Path(root))}
    moved = {os.path.basename(path) for path, each in found.items() if each.kind == "database"}
    return {path: each for path, each in found.items() if each.kind != "storage" or Path(path).stem not in moved}


def sources(root: Path) -> Iterator[Source]:
    """What a file or the files below a folder hold, in no order. Hidden folders and links are passed over.

    A folder that cannot be read holds nothing.
    """
    if root.is_dir():
        yield from _below(str(root))
    else:
        yield from _file(str(root), _stat(root))


def kind_of(path: str) -> Kind | None:
    """The kind of a file by its name; None for others."""
    if opencode_database.is_database(path):
        return "database"
    return _KINDS.get(os.path.splitext(path)[1].lower())


def _below(folder: str) -> Iterator[Source]:
    waiting = [folder]
    while waiting:
        here = waiting.pop()
        try:
            with os.scandir(here) as found:
                entries = list(found)
        except OSError:
            continue
        if {entry.name for entry in entries}.issuperset(_STORAGE):
            yield from _storage(here)
            continue
        for entry in entries:
            if entry.is_dir(follow_symlinks=False):
                if not _is_passed_over(entry.name):
                    waiting.append(entry.path)
            elif kind_of(entry.name) and not entry.name.startswith("."):
                yield from _file(entry.path, _entry_stat(entry))


def _is_passed_over(name: str) -> bool:
    return name.startswith(".") or name in _FOREIGN or is_output(name)


def _file(path: str, found: Stat | None) -> Iterator[Source]:
    kind = kind_of(path)
    if kind == "database" and found:
        yield from _database(path, found)
    elif kind and found:
        yield Source(path, kind, found)


def _database(path: str, found: Stat) -> Iterator[Source]:
    """The sessions in a database of OpenCode; the file itself, which holds all of them, if it cannot be read."""
    try:
        yield from (Source(session, "database", stat) for session, stat in list(opencode_database.sessions(path)))
    except VaultkitError:
        yield Source(path, "database", found)


def _storage(folder: str) -> Iterator[Source]:
    """The sessions of OpenCode's storage: each is its own file, and those of its messages and their parts."""
    for session in Path(folder, "session").glob("*/*.json"):
        own = _stat(session)
        if own:
            stats = [own, *_stats(session_files(session))]
            whole = Stat(
                sum(each.size for each in stats),
                max(each.mtime_ns for each in stats),
                max(each.ctime_ns for each in stats),
            )
            yield Source(str(session), "storage", whole)


def session_files(session: Path) -> list[Path]:
    """The files of the messages of a session in OpenCode's storage and of their parts, messages first."""
    storage = session.parent.parent.parent
    messages = sorted((storage / "message" / session.stem).glob("*.json"))
    return [*messages, *(part for each in messages for part in sorted((storage / "part" / each.stem).glob("*.json")))]


def _stats(files: Iterable[Path]) -> Iterator[Stat]:
    for file in files:
        found = _stat(file)
        if found:
            yield found


def _stat(file: Path) -> Stat | None:
    try:
        return _regular(file.stat())
    except OSError:
        return None


def _entry_stat(entry: os.DirEntry[str]) -> Stat | None:
    try:
        return _regular(entry.stat(follow_symlinks=False))
    except OSError:
        return None


def _regular(found: os.stat_result) -> Stat | None:
    return Stat(found.st_size, found.st_mtime_ns, found.st_ctime_ns) if stat.S_ISREG(found.st_mode) else None
