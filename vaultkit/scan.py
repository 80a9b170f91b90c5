"""What files a root has, by their names and times alone: nothing is opened."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from extractors.formats import is_read
from graph.model import Problem
from vaultkit.config import OUT_NAME, Root, as_text, is_own_root
from vaultkit.relevance import PROJECT_CLUTTER

_HALLMARKS = {"graph.json", "GRAPH_REPORT.md", "index.sqlite"}
"""A folder with these holds a graph, whatever it is called."""


class Stat(NamedTuple):
    """What tells that a file has changed without opening it."""

    size: int
    mtime_ns: int
    ctime_ns: int
    """Nobody can set it back: it betrays a change that kept size and time."""


class Scan(NamedTuple):
    """The files of a root."""

    files: dict[str, Stat]
    """By root-relative POSIX path, sorted."""
    excluded: frozenset[str]
    """Files that Obsidian excludes: they can be linked, but say nothing."""
    problems: tuple[Problem, ...]


def scan(root: Root, out: Path) -> Scan:
    """List the files of a root. Hidden ones are ignored, as Obsidian does (help: How Obsidian stores data).

    Folder links are not followed, file links only to files inside the root: a note is read once, and nothing from
    outside. Files of the folder `out`, of any other `graphify-out` and of a folder that holds a graph are no sources.
    """
    files: dict[str, Stat] = {}
    problems: list[Problem] = []
    pending = [(root.path, "")]
    while pending:
        folder, prefix = pending.pop()
        entries = list(_entries(folder, prefix, problems))
        if prefix and {entry.name for entry in entries} >= _HALLMARKS:
            continue
        for entry in entries:
            path = prefix + entry.name
            if entry.is_dir(follow_symlinks=False):
                if not _is_output(entry.name) and Path(entry.path) != out and not _pruned(root, entry):
                    pending.append((Path(entry.path), path + "/"))
            else:
                found = _stat(root, entry, path, problems)
                if found is not None:
                    files[path] = found
    ordered = dict(sorted(files.items()))
    is_excluded = _excluder(root.exclude)
    return Scan(ordered, frozenset(filter(is_excluded, ordered)), tuple(sorted(problems)))


def _entries(folder: Path, prefix: str, problems: list[Problem]) -> Iterator[os.DirEntry[str]]:
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


def _excluder(filters: tuple[str, ...]) -> Callable[[str], bool]:
    """Obsidian's filters: a path prefix, or a regular expression between slashes (help: Settings, Excluded files)."""
    prefixes = tuple(item for item in filters if not _is_expression(item))
    expressions = []
    for item in filter(_is_expression, filters):
        try:
            expressions.append(re.compile(item[1:-1]))
        except (re.error, OverflowError, RecursionError):
            prefixes += (item,)
    return lambda path: path.startswith(prefixes) or any(each.search(path) for each in expressions)


def _is_expression(item: str) -> bool:
    return len(item) > 2 and item.startswith("/") and item.endswith("/")
