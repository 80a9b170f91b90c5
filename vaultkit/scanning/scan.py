"""What files a root has, by their names and times alone: no source is opened."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final, NamedTuple

from extractors import formats
from extractors.texts import readable
from graph.model import Problem
from vaultkit.config import Root
from vaultkit.disk.filestat import Stat
from vaultkit.scanning.entries import file_stat
from vaultkit.scanning.excluded import excluder
from vaultkit.scanning.folders import Look, list_folder
from vaultkit.scanning.ignoring import IgnoreFile
from vaultkit.scanning.project_files import project_files


class Scan(NamedTuple):
    """The files of a root."""

    files: dict[str, Stat]
    """By root-relative POSIX path, sorted."""
    excluded: frozenset[str]
    """Files that Obsidian excludes: they can be linked, but say nothing."""
    problems: tuple[Problem, ...]
    ignore_files: Mapping[str, IgnoreFile] = {}
    """What the ignore files say that were read, for the next scan."""
    folders: Mapping[str, Look] = {}
    """The folders of a vault as they were before they were listed, by path with a slash at the end, "" for the root."""
    kinds: frozenset[readable.Kind] = frozenset(["note"])
    """What is read: a vault's notes; a project's code, and its notes unless they are not wanted."""

    def is_read(self, path: str) -> bool:
        """Whether the content of a file counts, not only its name."""
        return readable.kind(path) in self.kinds

    @property
    def has_code(self) -> bool:
        """Whether code is read: this is a project."""
        return "code" in self.kinds

    def shows(self, path: str) -> bool:
        """Whether a file that nobody reads counts although nothing links to it: Obsidian shows attachments."""
        return formats.is_attachment(path) and not self.has_code


_CODE: Final[frozenset[readable.Kind]] = frozenset(["code", "script"])
_ALL: Final[frozenset[readable.Kind]] = frozenset(["code", "script", "note"])


def scan(root: Root, out: Path, remembered: Mapping[str, IgnoreFile] | None = None) -> Scan:
    """List the files of a root; `out` and other folders that hold a graph are no sources.

    A vault's are all that Obsidian shows (help: How Obsidian stores data): hidden ones are not. A project's are told in
    `project_files`; an ignore file is opened only if it is not as `remembered`. Links are not followed out of the root.
    """
    problems: list[Problem] = []
    if root.kind == "project":
        found = project_files(root.path, out, remembered or {}, problems)
        kinds = _CODE if root.docs is False else _ALL
        listed = dict(sorted(found.files.items()))
        return Scan(listed, frozenset(), tuple(sorted(problems)), found.ignore_files, kinds=kinds)
    folders: dict[str, Look] = {}
    files = dict(sorted(_vault_files(root.path, out, folders, problems).items()))
    excluded = excluder(root.exclude)
    problems += excluded.problems
    return Scan(files, frozenset(filter(excluded.has, files)), tuple(sorted(problems)), folders=folders)


def _vault_files(root: Path, out: Path, folders: dict[str, Look], problems: list[Problem]) -> dict[str, Stat]:
    """The files that Obsidian shows; the folders they are in are added to `folders`."""
    files: dict[str, Stat] = {}
    pending = [""]
    while pending:
        folder = pending.pop()
        listed = list_folder(root, out, folder, problems)
        pending += listed.folders
        if listed.look is not None:
            folders[folder] = listed.look
        for path, _ in listed.files:
            if found := file_stat(root, path, problems):
                files[path] = found
    return files
