"""What files a root has, by their names and times alone: no source is opened."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple

from extractors import formats
from graph.model import Problem
from vaultkit.config import Root
from vaultkit.entries import HALLMARKS, entries, file_stat, is_output
from vaultkit.filestat import Stat
from vaultkit.ignoring import IgnoreFile
from vaultkit.project_files import project_files


class Scan(NamedTuple):
    """The files of a root."""

    files: dict[str, Stat]
    """By root-relative POSIX path, sorted."""
    excluded: frozenset[str]
    """Files that Obsidian excludes: they can be linked, but say nothing."""
    problems: tuple[Problem, ...]
    ignore_files: Mapping[str, IgnoreFile] = {}
    """What the ignore files say that were read, for the next scan."""
    kinds: frozenset[formats.Kind] = frozenset(["note"])
    """What is read: a vault's notes; a project's code, and its notes unless they are not wanted."""

    def is_read(self, path: str) -> bool:
        """Whether the content of a file counts, not only its name."""
        return formats.kind(path) in self.kinds


def scan(root: Root, out: Path, remembered: Mapping[str, IgnoreFile] | None = None) -> Scan:
    """List the files of a root; `out` and other folders that hold a graph are no sources.

    A vault's are all that Obsidian shows (help: How Obsidian stores data): hidden ones are not. A project's are told in
    `project_files`; an ignore file is opened only if it is not as `remembered`. Links are not followed out of the root.
    """
    problems: list[Problem] = []
    if root.kind == "project":
        found = project_files(root.path, out, remembered or {}, problems)
        files = dict(sorted(found.files.items()))
        kinds: frozenset[formats.Kind] = frozenset(["code", "note"] if root.docs else ["code"])
        return Scan(files, frozenset(), tuple(sorted(problems)), found.ignore_files, kinds)
    files = dict(sorted(_vault_files(root.path, out, problems).items()))
    is_excluded = _excluder(root.exclude)
    return Scan(files, frozenset(filter(is_excluded, files)), tuple(sorted(problems)))


def _vault_files(root: Path, out: Path, problems: list[Problem]) -> dict[str, Stat]:
    """The files that Obsidian shows. Folder links are not followed: a note is read once."""
    files: dict[str, Stat] = {}
    pending = [(root, "")]
    while pending:
        folder, prefix = pending.pop()
        listed = list(entries(folder, prefix, problems))
        if prefix and {entry.name for entry in listed} >= HALLMARKS:
            continue
        for entry in listed:
            path = prefix + entry.name
            if entry.is_dir(follow_symlinks=False):
                if not is_output(entry.name) and Path(entry.path) != out:
                    pending.append((Path(entry.path), path + "/"))
            elif found := file_stat(root, path, problems):
                files[path] = found
    return files


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
