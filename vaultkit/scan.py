"""What files a root has, by their names and times alone: nothing is opened."""

from __future__ import annotations

import os
import stat
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from extractors.formats import is_read
from graph.model import Problem
from vaultkit.config import OUT_NAME, Root, as_text, is_own_root
from vaultkit.excluded import excluder
from vaultkit.ticks import Stat, is_settled

_HALLMARKS = {"graph.json", "GRAPH_REPORT.md", "index.sqlite"}
"""A folder with these holds a graph, whatever it is called."""
PROJECT_CLUTTER = frozenset({"node_modules", "__pycache__", "venv", "dist", "build", "target", "vendor"})
"""Folders of a project whose files are nobody's own words."""


class Look(NamedTuple):
    """What tells, without listing a folder, that a name has come into it or gone."""

    inode: int
    mtime_ns: int
    ctime_ns: int
    settled: bool
    """Whether it does: not so shortly after a change, nor with links in the folder, whose targets may go."""


class Scan(NamedTuple):
    """The files of a root."""

    files: dict[str, Stat]
    """By root-relative POSIX path, sorted."""
    excluded: frozenset[str]
    """Files that Obsidian excludes: they can be linked, but say nothing."""
    problems: tuple[Problem, ...]
    folders: dict[str, Look]
    """The folders of a vault that were listed, as they were before, by their path with a slash, "" for the root."""


class Listed(NamedTuple):
    """What a folder holds."""

    folders: list[str]
    """Paths with a slash at the end."""
    files: list[tuple[str, os.DirEntry[str]]]
    """(path, entry) of all that is no folder."""
    look: Look | None
    """None if it cannot be told."""


def scan(root: Root, out: Path) -> Scan:
    """List the files of a root. Hidden ones are ignored, as Obsidian does (help: How Obsidian stores data).

    Folder links are not followed, file links only to files inside the root: a note is read once, and nothing from
    outside. Files of the folder `out`, of any other `graphify-out` and of a folder that holds a graph are no sources.
    """
    files: dict[str, Stat] = {}
    problems: list[Problem] = []
    folders: dict[str, Look] = {}
    pending = [""]
    while pending:
        folder = pending.pop()
        listed = list_folder(root, out, folder, problems)
        pending += listed.folders
        if listed.look is not None and root.kind == "vault":
            folders[folder] = listed.look
        for path, entry in listed.files:
            found = _stat(root, entry, path, problems)
            if found is not None:
                files[path] = found
    ordered = dict(sorted(files.items()))
    excluded = excluder(root.exclude)
    problems += excluded.problems
    return Scan(ordered, frozenset(filter(excluded.has, ordered)), tuple(sorted(problems)), folders)


def list_folder(root: Root, out: Path, folder: str, problems: list[Problem]) -> Listed:
    """List one folder of a root, its path with a slash at the end, "" for the root; see `scan`."""
    place = os.path.join(root.path, folder)
    opened_ns = time.time_ns()
    before = look(place)
    entries = list(_entries(place, folder, problems))
    if folder and {entry.name for entry in entries} >= _HALLMARKS:
        return Listed([], [], before and _judged(before, opened_ns, False))
    folders: list[str] = []
    files: list[tuple[str, os.DirEntry[str]]] = []
    has_links = False
    for entry in entries:
        path = folder + entry.name
        if not entry.is_dir(follow_symlinks=False):
            files.append((path, entry))
            has_links = has_links or entry.is_symlink()
        elif not _is_output(entry.name) and Path(entry.path) != out and not _pruned(root, entry):
            folders.append(path + "/")
    return Listed(folders, files, before and _judged(before, opened_ns, has_links))


def names_a_file(root: Root, path: str, entry: os.DirEntry[str]) -> bool:
    """Whether `scan` counts an entry that is no folder among the files."""
    return entry.is_file(follow_symlinks=False) or _stat(root, entry, path, []) is not None


def look(folder: str) -> Look | None:
    """How a folder looks from outside, settled where that proves something; None if it is no folder or not there.

    Elsewhere than on POSIX systems there are file systems that do not note when a folder changed.
    """
    try:
        found = os.lstat(folder)
    except OSError:
        return None
    if not stat.S_ISDIR(found.st_mode):
        return None
    return Look(found.st_ino & _LARGEST, found.st_mtime_ns, found.st_ctime_ns, os.name == "posix")


def _judged(before: Look, opened_ns: int, has_links: bool) -> Look:
    settled = before.settled and not has_links and is_settled(Stat(0, before.mtime_ns, before.ctime_ns), opened_ns)
    return before._replace(settled=settled)


_LARGEST = 2**63 - 1
"""The largest number that the index keeps."""


def _entries(folder: str, prefix: str, problems: list[Problem]) -> Iterator[os.DirEntry[str]]:
    """The visible entries of a folder whose names are text."""
    try:
        with os.scandir(folder) as entries:
            found = [entry for entry in entries if not entry.name.startswith(".")]
    except OSError as fault:
        problems.append(_problem(prefix, "unreadable", f"this folder cannot be listed ({fault.strerror})"))
        return
    for entry in found:
        if entry.name.isascii() or _is_text(entry.name):
            yield entry
        else:
            shown = prefix + as_text(entry.name)
            problems.append(_problem(shown, "file-name", "the name of this file is no UTF-8; rename it"))


def _is_output(name: str) -> bool:
    """Whether a folder holds a graph, ours or one of another program that was moved aside."""
    return name.partition(".aside-")[0] == OUT_NAME


def _is_text(name: str) -> bool:
    try:
        name.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


def _pruned(root: Root, entry: os.DirEntry[str]) -> bool:
    if root.kind == "vault":
        return False
    return entry.name in PROJECT_CLUTTER or is_own_root(Path(entry.path))


def _stat(root: Root, entry: os.DirEntry[str], path: str, problems: list[Problem]) -> Stat | None:
    """The stat of a regular file; None for anything else, with a word where a reader might wonder."""
    try:
        if entry.is_symlink():
            inside = _is_listed(Path(os.path.realpath(entry.path)), root)
            if not inside or entry.is_dir():
                reason = "is a folder, read at its own place" if inside else "leads to nothing that is read"
                problems.append(_problem(path, "symlink", f"this link is not followed: it {reason}", "info"))
                return None
        found = entry.stat()
    except OSError as fault:
        problems.append(_problem(path, "unreadable", f"this file cannot be found ({fault.strerror})"))
        return None
    if stat.S_ISREG(found.st_mode):
        return Stat(found.st_size, found.st_mtime_ns, found.st_ctime_ns)
    if is_read(path):
        problems.append(_problem(path, "unreadable", "this is a pipe, a socket or a device, not a file"))
    return None


def _is_listed(target: Path, root: Root) -> bool:
    """Whether the target of a link lies in the root and not in a hidden folder or a graph's."""
    if not target.is_relative_to(root.path):
        return False
    return not any(part.startswith(".") or _is_output(part) for part in target.relative_to(root.path).parts)


def _problem(path: str, rule: str, message: str, severity: str = "error") -> Problem:
    return Problem(path, 0, 0, "info" if severity == "info" else "error", rule, message)
