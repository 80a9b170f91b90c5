"""Which files of a project are read: what git does not ignore, without what others or programs wrote."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from posixpath import basename, dirname
from typing import Final, NamedTuple

from extractors.texts.left_out import MAX_CODE_BYTES, WHY, Reason, folder_reason, name_reason
from extractors.texts.readable import is_read, kind
from graph.model import Problem
from vaultkit import git
from vaultkit.config import ROOT_MARKS, is_own_root
from vaultkit.disk.filestat import Stat
from vaultkit.errors import VaultkitError
from vaultkit.scanning.entries import EXPORTED, HALLMARKS, Listing, file_stat, is_named, is_output, listing, problem
from vaultkit.scanning.ignoring import GITIGNORE, OWN, IgnoreFile, IgnoreFiles, Rules

_NAME: Final = Stat(0, 0, 0)
"""Of a file of which the name is all that counts: it is not looked at."""


class ProjectFiles(NamedTuple):
    """The files of a project, in no order."""

    files: dict[str, Stat]
    ignore_files: Mapping[str, IgnoreFile]


def project_files(root: Path, out: Path, remembered: Mapping[str, IgnoreFile], problems: list[Problem]) -> ProjectFiles:
    """The files of a project and, among the problems, which are left out and why.

    In a git work tree git says what is ignored (a tracked file never is), elsewhere `.gitignore` files do; hidden files
    are left out unless git tracks them. `.graphifyignore` files, in the same syntax, leave out more, tracked files too,
    and take back with `!` what git ignores or what would be left out as vendored.
    """
    ignore_files = IgnoreFiles(root, remembered)
    choice = _Choice(root, out, Rules(OWN, ignore_files), problems)
    listed = _listed(root, problems)
    found = _of_git(choice, listed) if listed else _walk(choice, Rules(GITIGNORE, ignore_files), ignore_files)
    files = {path: look for path, look in found if look is not None and choice.is_small(path, look)}
    return ProjectFiles(files, ignore_files.settled)


def _listed(root: Path, problems: list[Problem]) -> git.Listed | None:
    """What git lists below the root; None where git has no say: no work tree, or one that ignores the root itself."""
    if not any(os.path.lexists(folder / ".git") for folder in (root, *root.parents)):
        return None
    try:
        return git.listed_files(root)
    except VaultkitError as fault:
        problems.append(problem("", "git", f"{fault}; until then .gitignore files are read instead", "info"))
        return None


class _Choice:
    """Decides on folders, once each, and on files."""

    def __init__(self, root: Path, out: Path, own: Rules, problems: list[Problem]) -> None:
        self.root, self.own, self.problems = root, own, problems
        self._place, self._out = str(root), str(out)
        self._open: dict[str, bool] = {"": True}

    def is_open(self, folder: str, tracked: bool) -> bool:
        """Whether files of the folder may be read: neither it nor a folder above is left out."""
        known = self._open.get(folder)
        if known is None:
            known = (
                self.is_open(dirname(folder), tracked) and self.opens(folder, tracked) and not self.is_closed(folder)
            )
            self._open[folder] = known
        return known

    def opens(self, folder: str, tracked: bool) -> bool:
        """Whether the folder itself is not left out for its name, or what ignore files say of it."""
        whole = f"{self._place}/{folder}"
        name = folder.rpartition("/")[2]
        if is_output(name) or whole == self._out:
            return False
        says = self.own.says(folder, True)
        reason = folder_reason(folder, tracked) if says is None else None
        if reason:
            self.leave_out(f"{folder}/", reason)
        return not says and reason is None

    def is_closed(self, folder: str) -> bool:
        """Whether what lies in a folder says that nothing in it is the project's."""
        return os.path.lexists(f"{self._place}/{folder}/{EXPORTED}") or self.is_root(folder)

    def is_root(self, folder: str) -> bool:
        """Whether a folder is none of the project's: a link, or a root of its own."""
        whole = f"{self.root}/{folder}"
        if os.path.islink(whole):
            return True
        if not any(os.path.lexists(f"{whole}/{name}") for name in ROOT_MARKS) or not is_own_root(Path(whole)):
            return False
        self.leave_out(f"{folder}/", "own-root")
        return True

    def takes(self, path: str) -> bool:
        """Whether a file in an open folder is read, as far as its name tells."""
        says = self.own.says(path, False)
        reason = name_reason(path)
        if says or not reason:
            return not says
        if reason != "secret" and (says is False or not is_read(path)):
            return True
        self.leave_out(path, reason)
        return False

    def is_small(self, path: str, found: Stat) -> bool:
        """Whether the file has the size of something a person wrote."""
        if found.size <= MAX_CODE_BYTES or not is_read(path):
            return True
        self.leave_out(path, "too-large")
        return False

    def leave_out(self, path: str, reason: Reason) -> None:
        self.problems.append(problem(path, reason, f"not read: {WHY[reason]}", "info"))


def _walk(choice: _Choice, gitignore: Rules, ignore_files: IgnoreFiles) -> Iterator[tuple[str, Stat | None]]:
    """The files outside of a git work tree."""
    pending = [""]
    while pending:
        folder = pending.pop()
        prefix = f"{folder}/" if folder else ""
        listed = listing(f"{choice.root}/{folder}", prefix, choice.problems)
        ignore_files.listed(folder, listed.hidden)
        names = sorted((entry.name, entry.is_dir(follow_symlinks=False), _is_name(entry)) for entry in listed.visible)
        if folder and _is_closed(choice, folder, listed):
            continue
        is_silent = gitignore.say_nothing(folder)
        for name, is_folder, is_name in names:
            path = prefix + name
            if not is_silent and gitignore.says(path, is_folder) and choice.own.says(path, is_folder) is not False:
                continue
            if is_folder and choice.opens(path, False):
                pending.append(path)
            elif not is_folder and choice.takes(path):
                yield path, _NAME if is_name else file_stat(choice.root, path, choice.problems)


def _is_name(entry: os.DirEntry[str]) -> bool:
    """Whether an entry is a file that nobody reads, as its folder tells."""
    return entry.is_file(follow_symlinks=False) and not kind(entry.name)


def _is_closed(choice: _Choice, folder: str, listed: Listing) -> bool:
    """Whether what is in a folder says that nothing in it is the project's: a graph, notes that were made of one, or a
    root of its own."""
    if EXPORTED in listed.hidden:
        return True
    if not listed.hidden.isdisjoint(ROOT_MARKS) and choice.is_root(folder):
        return True
    return len(listed.visible) >= len(HALLMARKS) and {entry.name for entry in listed.visible} >= HALLMARKS


def _of_git(choice: _Choice, listed: git.Listed) -> Iterator[tuple[str, Stat | None]]:
    """The files that git lists and that are there, and those it ignores that were taken back."""
    names = listed.tracked | listed.others
    if choice.own.take_back():
        names |= {path for path in git.untracked_files(choice.root) if _is_taken_back(choice.own, path)}
    closed = _graph_folders(names)
    for folder in sorted(set(map(dirname, listed.tracked))):
        choice.is_open(folder, True)
    for path in sorted(names):
        folder = dirname(path.rstrip("/"))
        if folder in closed or (path not in listed.tracked and _is_hidden(path)):
            continue
        if is_named(path, choice.problems) and choice.is_open(folder, False):
            seen = _seen(choice.root, path)
            if seen is not None and stat.S_ISDIR(seen.st_mode):  # a repository of its own
                choice.leave_out(f"{path.rstrip('/')}/", "own-root")
            elif seen is not None and choice.takes(path):
                yield path, file_stat(choice.root, path, choice.problems, seen)


def _is_taken_back(own: Rules, path: str) -> bool:
    """Whether the nearest that `.graphifyignore` says of a file or the folders it lies in is that it counts."""
    says, is_folder = own.says(path, False), True
    while says is None and (path := dirname(path)):
        says = own.says(path, is_folder)
    return says is False


def _is_hidden(path: str) -> bool:
    return path.startswith(".") or "/." in path


def _graph_folders(names: Iterable[str]) -> set[str]:
    """The folders that hold a graph, whatever they are called."""
    held: dict[str, set[str]] = {}
    for path in names:
        if basename(path) in HALLMARKS:
            held.setdefault(dirname(path), set()).add(basename(path))
    return {folder for folder, found in held.items() if folder and found >= HALLMARKS}


def _seen(root: Path, path: str) -> os.stat_result | None:
    """What is at a path that git lists, None if there is nothing any more."""
    try:
        return os.lstat(f"{root}/{path}")
    except OSError:
        return None
