"""What is at a path below a root: which entries have a name, and which are files that may be read."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import Literal, NamedTuple

from extractors.texts.readable import is_read
from graph.model import Problem
from vaultkit.config import OUT_NAME, as_text
from vaultkit.disk.filestat import Stat

HALLMARKS = frozenset({"graph.json", "GRAPH_REPORT.md", "index.sqlite"})
"""A folder with these holds a graph, whatever it is called."""
EXPORTED = ".graphify-notes.json"
"""A folder with this file holds notes that were made of a graph, which shall not become part of it."""
_NONE: frozenset[str] = frozenset()


class Listing(NamedTuple):
    """What is in a folder."""

    visible: list[os.DirEntry[str]]
    """Those whose names are text."""
    hidden: frozenset[str]
    """The names of the others that begin with a dot."""


def listing(folder: Path | str, prefix: str, problems: list[Problem]) -> Listing:
    """What is in a folder, nothing if it cannot be listed."""
    try:
        with os.scandir(folder) as listed:
            found = list(listed)
    except OSError as fault:
        problems.append(problem(prefix, "unreadable", f"this folder cannot be listed ({fault.strerror})"))
        return Listing([], frozenset())
    visible = [entry for entry in found if entry.name[0] != "."]
    hidden = frozenset(entry.name for entry in found if entry.name[0] == ".") if len(visible) < len(found) else _NONE
    named = [entry for entry in visible if entry.name.isascii() or is_named(prefix + entry.name, problems)]
    return Listing(named, hidden)


def is_named(path: str, problems: list[Problem]) -> bool:
    """Whether a path is text; one that is none is told."""
    if path.isascii() or _is_text(path):
        return True
    problems.append(problem(as_text(path), "file-name", "the name of this file is no UTF-8; rename it"))
    return False


def is_output(name: str) -> bool:
    """Whether a folder holds a graph, ours or one of another program that was moved aside."""
    return name.partition(".aside-")[0] == OUT_NAME


def file_stat(root: Path, path: str, problems: list[Problem], seen: os.stat_result | None = None) -> Stat | None:
    """The stat of a regular file; None for anything else, with a word where a reader might wonder.

    A link is its file if that lies in the root, at a place that is not hidden and no graph's. `seen` is what lstat said
    of the path, if somebody has just asked.
    """
    whole = f"{root}/{path}"
    try:
        found = seen or os.lstat(whole)
        if stat.S_ISLNK(found.st_mode):
            inside = _is_listed(Path(os.path.realpath(whole)), root)
            if not inside or os.path.isdir(whole):
                reason = "is a folder, read at its own place" if inside else "leads to nothing that is read"
                problems.append(problem(path, "symlink", f"this link is not followed: it {reason}", "info"))
                return None
            found = os.stat(whole)
    except OSError as fault:
        problems.append(problem(path, "unreadable", f"this file cannot be found ({fault.strerror})"))
        return None
    if stat.S_ISREG(found.st_mode):
        return Stat(found.st_size, found.st_mtime_ns, found.st_ctime_ns)
    if is_read(path):
        problems.append(problem(path, "unreadable", "this is a pipe, a socket or a device, not a file"))
    return None


def problem(path: str, rule: str, message: str, severity: Literal["error", "info"] = "error") -> Problem:
    """What is wrong with an entry as a whole."""
    return Problem(path, 0, 0, severity, rule, message)


def _is_text(name: str) -> bool:
    try:
        name.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


def _is_listed(target: Path, root: Path) -> bool:
    """Whether the target of a link lies in the root and not in a hidden folder or a graph's."""
    if not target.is_relative_to(root):
        return False
    return not any(part.startswith(".") or is_output(part) for part in target.relative_to(root).parts)
