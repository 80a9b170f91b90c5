"""Takes the work trees along in which a branch is checked out, when the branch is moved from elsewhere."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from vaultkit.errors import VaultkitError
from vaultkit.git.process import ask_git, run_git
from vaultkit.git.repository import BRANCHES, Repository


def follow(repository: Repository, ref: str, old: str, new: str) -> None:
    """Bring index and files of each checkout of a branch from one commit to another, as git's `updateInstead` does.

    What is changed there stays changed. If it were left behind, its next commit would take the write back.
    Raises VaultkitError if something there is in the way.
    """
    if not ref.startswith(BRANCHES):
        return
    for folder in _checkouts(repository, ref):
        done = run_git(folder, ["read-tree", "-m", "-u", old, new])
        if done.code:
            what = (
                f"{ref.removeprefix(BRANCHES)} was written, but its checkout in {folder} did not follow: {done.error}"
            )
            raise VaultkitError(what, "clear that up, and run `git checkout HEAD -- .` there before you commit")


def _checkouts(repository: Repository, ref: str) -> Iterator[Path]:
    """The folders of the work trees whose HEAD names a branch (git-worktree(1), porcelain format)."""
    folder = ""
    for line in os.fsdecode(ask_git(repository.folder, ["worktree", "list", "--porcelain"])).splitlines():
        name, _, value = line.partition(" ")
        if name == "worktree":
            folder = value
        elif name == "branch" and value == ref and Path(folder).is_dir():
            yield Path(folder)
