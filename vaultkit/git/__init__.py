"""The only door to git. Here: what it knows of the files of a work tree; its rooms hold processes, objects, refs."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from vaultkit.errors import VaultkitError
from vaultkit.git.process import ask_git, run_git


class Listed(NamedTuple):
    """What git knows of a folder, by paths relative to it, POSIX; a repository in it may have a slash at its end."""

    tracked: frozenset[str]
    """What is in the index, also if it is ignored or gone from the disk."""
    others: frozenset[str]
    """What is neither tracked nor ignored."""


def listed_files(folder: Path) -> Listed | None:
    """What git lists below a folder; None if it ignores the folder itself. Raises VaultkitError.

    Ignored is what nested .gitignore files, info/exclude and the user's own excludes say (gitignore(5)).
    """
    listing = ["ls-files", "-z", "-t", "--cached", "--others", "--exclude-standard", "--", "."]
    tagged = [(line[0], line[2:]) for line in _lines(folder, listing)]
    tracked = frozenset(path for tag, path in tagged if tag != "?")
    others = frozenset(path for tag, path in tagged if tag == "?")
    if not tracked and not others and not run_git(folder, ["check-ignore", "--quiet", "."]).code:
        return None
    return Listed(tracked, others)


def untracked_files(folder: Path) -> list[str]:
    """All files below a folder that are not tracked, ignored or not. Raises VaultkitError."""
    return _lines(folder, ["ls-files", "-z", "--others", "--", "."])


def changed_files(folder: Path) -> list[str]:
    """The files below `folder` that differ from HEAD or are new and not ignored, relative to it, POSIX; sorted.

    In a repository without a commit every file differs. Raises VaultkitError outside a work tree or without git.
    """
    if run_git(folder, ["rev-parse", "--is-inside-work-tree"]).code:
        raise VaultkitError(f"{folder} is no git work tree", "leave out --changed")
    untracked = _lines(folder, ["ls-files", "-z", "--others", "--exclude-standard", "--", "."])
    has_head = run_git(folder, ["rev-parse", "--verify", "--quiet", "HEAD"]).code == 0
    differing = ["diff-index", "-z", "--name-only", "--diff-filter=d", "--relative", "HEAD", "--", "."]
    tracked = differing if has_head else ["ls-files", "-z", "--cached", "--", "."]
    return sorted({*untracked, *_lines(folder, tracked)})


def git_version() -> str:
    """What git says of its version. Raises VaultkitError without git."""
    return run_git(Path.cwd(), ["version"]).out.decode("utf-8", "replace").strip()


def _lines(folder: Path, arguments: Sequence[str]) -> list[str]:
    return [os.fsdecode(name) for name in ask_git(folder, arguments).split(b"\0") if name]
