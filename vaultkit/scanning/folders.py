"""What the folders of a vault hold, and what tells without listing one that a name has come into it or gone."""

from __future__ import annotations

import os
import stat
import time
from pathlib import Path
from typing import Final, NamedTuple

from graph.model import Problem
from vaultkit.disk.filestat import Stat, is_settled
from vaultkit.scanning.entries import EXPORTED, HALLMARKS, file_stat, is_output, listing


class Look(NamedTuple):
    """How a folder looks from outside."""

    inode: int
    mtime_ns: int
    ctime_ns: int
    settled: bool
    """Whether a name that comes or goes is sure to show: not so shortly after a change, nor in a folder with links,
    whose targets may go."""


class Listed(NamedTuple):
    """What a folder holds."""

    folders: list[str]
    """Paths with a slash at the end."""
    files: list[tuple[str, os.DirEntry[str]]]
    """(path, entry) of all that is no folder."""
    look: Look | None
    """How it looked before it was listed, None if that cannot be told."""


_LARGEST: Final = 2**63 - 1
"""The largest number that the index keeps."""


def list_folder(root: Path, out: Path, folder: str, problems: list[Problem]) -> Listed:
    """List one folder of a vault, its path with a slash at the end, "" for the root.

    Links to folders are not followed: a note is read once. A folder that holds a graph, or notes made of one, shows
    nothing.
    """
    place = Path(root, folder)
    opened_ns = time.time_ns()
    before = look(place)
    listed, hidden = listing(place, folder, problems)
    if folder and (EXPORTED in hidden or {entry.name for entry in listed} >= HALLMARKS):
        listed = []
    folders: list[str] = []
    files: list[tuple[str, os.DirEntry[str]]] = []
    has_links = False
    for entry in listed:
        path = folder + entry.name
        if not entry.is_dir(follow_symlinks=False):
            files.append((path, entry))
            has_links = has_links or entry.is_symlink()
        elif not is_output(entry.name) and Path(entry.path) != out:
            folders.append(path + "/")
    return Listed(folders, files, before and _judged(before, opened_ns, has_links))


def names_a_file(root: Path, path: str, entry: os.DirEntry[str]) -> bool:
    """Whether an entry that is no folder is a file of the vault."""
    return entry.is_file(follow_symlinks=False) or file_stat(root, path, []) is not None


def look(place: str | Path) -> Look | None:
    """How a folder looks now; None if it is no folder or not there.

    Elsewhere than on POSIX systems there are file systems that do not note when a folder changed: nothing is settled.
    """
    try:
        found = os.lstat(place)
    except OSError:
        return None
    if not stat.S_ISDIR(found.st_mode):
        return None
    return Look(found.st_ino & _LARGEST, found.st_mtime_ns, found.st_ctime_ns, os.name == "posix")


def _judged(before: Look, opened_ns: int, has_links: bool) -> Look:
    settled = before.settled and not has_links and is_settled(Stat(0, before.mtime_ns, before.ctime_ns), opened_ns)
    return before._replace(settled=settled)
