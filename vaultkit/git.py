"""The only door to git: plumbing commands, no shell, no settings inherited from a hook that git runs."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

from vaultkit.errors import VaultkitError

_KEPT: Final = frozenset({"GIT_EXEC_PATH", "GIT_SSL_CAINFO", "GIT_SSL_NO_VERIFY"})
_SAFE: Final = ("-c", "core.fsmonitor=false")
"""A repository may name a program there, which git would run to list files (git-config(1))."""


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
    tracked = frozenset(_lines(folder, ["ls-files", "-z", "--cached", "--", "."]))
    others = frozenset(_lines(folder, ["ls-files", "-z", "--others", "--exclude-standard", "--", "."]))
    if not tracked and not others and not _run(folder, ["check-ignore", "--quiet", "."])[0]:
        return None
    return Listed(tracked, others)


def untracked_files(folder: Path) -> list[str]:
    """All files below a folder that are not tracked, ignored or not. Raises VaultkitError."""
    return _lines(folder, ["ls-files", "-z", "--others", "--", "."])


def changed_files(folder: Path) -> list[str]:
    """The files below `folder` that differ from HEAD or are new and not ignored, relative to it, POSIX; sorted.

    In a repository without a commit every file differs. Raises VaultkitError outside a work tree or without git.
    """
    if _run(folder, ["rev-parse", "--is-inside-work-tree"])[0]:
        raise VaultkitError(f"{folder} is no git work tree", "leave out --changed")
    untracked = _lines(folder, ["ls-files", "-z", "--others", "--exclude-standard", "--", "."])
    has_head = _run(folder, ["rev-parse", "--verify", "--quiet", "HEAD"])[0] == 0
    differing = ["diff-index", "-z", "--name-only", "--diff-filter=d", "--relative", "HEAD", "--", "."]
    tracked = differing if has_head else ["ls-files", "-z", "--cached", "--", "."]
    return sorted({*untracked, *_lines(folder, tracked)})


def _lines(folder: Path, arguments: Sequence[str]) -> list[str]:
    code, out, error = _run(folder, arguments)
    if code:
        raise VaultkitError(f"git {arguments[0]} failed ({error.strip()})", "see what git says there")
    return [os.fsdecode(name) for name in out.split(b"\0") if name]


def _run(folder: Path, arguments: Sequence[str]) -> tuple[int, bytes, str]:
    """(exit code, output, error output) of a git command in a folder. Raises VaultkitError without git."""
    environment = {key: value for key, value in os.environ.items() if not key.startswith("GIT_") or key in _KEPT}
    environment |= {"GIT_OPTIONAL_LOCKS": "0", "LC_ALL": "C"}
    command = ["git", *_SAFE, *arguments]
    try:
        done = subprocess.run(
            command, cwd=folder, env=environment, stdin=subprocess.DEVNULL, capture_output=True, check=False
        )
    except OSError as fault:
        raise VaultkitError(f"git cannot be run ({fault.strerror})", "install git, or leave out --changed") from fault
    return done.returncode, done.stdout, done.stderr.decode("utf-8", "replace")
