"""Which files a vault has now: as the index has it where a folder is as it was, listed again where it is not."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from posixpath import dirname

from graph.notes.names import file_key
from vaultkit.checking.view_rows import Rows
from vaultkit.config import Root
from vaultkit.scanning.folders import Look, list_folder, look, names_a_file


class VaultFiles:
    """The files of a vault by their names, told from the times of its folders: no file is looked at.

    A name that comes, goes or changes changes the times of its folder, and of the one above if that is a folder's own.
    """

    def __init__(self, root: Root, rows: Rows, more: Iterable[str]) -> None:
        """Compare the folders with the index; `more` are files to come."""
        self._rows = rows
        self._same, listed = _compare(root, rows.folders) if root.kind == "vault" else _listed_anew(root)
        self._new: dict[str, set[str]] = {}
        for path in (*listed, *more):
            self._new.setdefault(file_key(path), set()).add(path)

    def named(self, key: str) -> Sequence[str]:
        """The files with a name, by `file_key`; sorted."""
        kept = [path for path in self._rows.files(key) if self._is_kept(path)]
        new = self._new.get(key)
        return sorted({*kept, *new}) if new else kept

    def every(self) -> set[str]:
        """The paths of all files."""
        return set(filter(self._is_kept, self._rows.states())).union(*self._new.values())

    def _is_kept(self, path: str) -> bool:
        return path[: path.rfind("/") + 1] in self._same


def _listed_anew(root: Root) -> tuple[set[str], list[str]]:
    """The same for a project: what its files are hangs on more than the times of folders."""
    from vaultkit.scanning.scan import scan  # of git as well, which a vault does not need

    return set(), list(scan(root, root.out).files)


def _compare(root: Root, known: dict[str, Look]) -> tuple[set[str], list[str]]:
    """The folders whose names are those of the index, and the files in all others."""
    inside: dict[str, list[str]] = {}
    for folder in known:
        if folder:
            above = dirname(folder[:-1])
            inside.setdefault(above + "/" if above else "", []).append(folder)
    same: set[str] = set()
    files: list[str] = []
    pending = [""]
    while pending:
        folder = pending.pop()
        if folder in known and known[folder] == look(os.path.join(root.path, folder)):
            same.add(folder)
            pending += inside.get(folder, ())
        else:
            listed = list_folder(root.path, root.out, folder, [])
            pending += listed.folders
            files += [path for path, entry in listed.files if names_a_file(root.path, path, entry)]
    return same, files
