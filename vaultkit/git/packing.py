"""Packs what our writes leave behind: each rewrites its notes, and packed, their versions cost only what differs."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from vaultkit.git.process import run_git
from vaultkit.git.repository import Repository

_DUE: Final = "00"
"""How the id of a commit begins after which is packed: one in 256, and no count to be kept."""
_WINDOW: Final = 2
"""Objects that are tried as a base: the versions of a note lie side by side."""


def is_due(commits: Iterable[str | None]) -> bool:
    """Whether a write that made these commits is one after which is packed."""
    return any(commit is not None and commit.startswith(_DUE) for commit in commits)


def pack(repository: Repository, refs: Iterable[str]) -> None:
    """Put the loose objects of refs into a pack, as `git gc` would. What cannot be packed now stays as it is."""
    base = str(repository.common_dir / "objects" / "pack" / "pack")
    command = ["pack-objects", "--revs", "--unpacked", "--non-empty", "--quiet", f"--window={_WINDOW}", base]
    data = "".join(f"{ref}\n" for ref in refs).encode("utf-8", "surrogateescape")
    if not run_git(repository.folder, command, data=data).code:
        run_git(repository.folder, ["prune-packed", "--quiet"])
