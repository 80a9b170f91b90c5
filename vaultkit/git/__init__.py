"""The only door to git. Here: what differs in a work tree; its rooms hold processes, objects, refs and notes."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from vaultkit.errors import VaultkitError
from vaultkit.git.process import run_git


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


def _lines(folder: Path, arguments: Sequence[str]) -> list[str]:
    done = run_git(folder, arguments)
    if done.code:
        raise VaultkitError(f"git {arguments[0]} failed ({done.error})", "see what git says there")
    return [os.fsdecode(name) for name in done.out.split(b"\0") if name]
