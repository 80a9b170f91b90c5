"""Runs git: no shell, no hooks, no prompts, no colours, nothing inherited from a hook that git itself runs."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from vaultkit.errors import VaultkitError

_KEPT: Final = frozenset({"GIT_EXEC_PATH", "GIT_SSL_CAINFO", "GIT_SSL_NO_VERIFY", "GIT_CEILING_DIRECTORIES"})
_SET: Final = {"GIT_OPTIONAL_LOCKS": "0", "GIT_TERMINAL_PROMPT": "0", "GIT_NO_LAZY_FETCH": "1", "LC_ALL": "C"}
"""Without a lock a question is only a question, and what is missing in a partial clone is not fetched for one."""
_OPTIONS: Final = (
    *("-c", "core.hooksPath=/dev/null", "-c", "core.fsmonitor=false"),  # nothing that a repository names is executed
    *("-c", "commit.gpgSign=false", "-c", "log.showSignature=false"),
    *("-c", "gc.auto=0", "-c", "maintenance.auto=false"),
    *("-c", "i18n.commitEncoding=UTF-8", "-c", "i18n.logOutputEncoding=UTF-8", "-c", "color.ui=false"),
)


class Done(NamedTuple):
    """What a git command answered."""

    code: int
    out: bytes
    error: str
    """Its error output, one line."""


class TimedOut(VaultkitError):
    """Git did not answer in time, and was ended."""


class Unavailable(VaultkitError):
    """There is no git, no such folder or no repository."""


def run_git(
    folder: Path,
    arguments: Sequence[str],
    *,
    data: bytes = b"",
    variables: Mapping[str, str] | None = None,
    seconds: float | None = None,
) -> Done:
    """Run a git command in a folder, `data` on its stdin, for at most so many seconds.

    Raises Unavailable without git or without the folder, TimedOut.
    """
    import subprocess  # 13 ms: who never asks git, such as a hook that checks one note, need not wait for it

    command, settings = git_command(arguments), {**environment(), **(variables or {})}
    try:
        done = subprocess.run(
            command, cwd=folder, env=settings, input=data, capture_output=True, check=False, timeout=seconds
        )
    except subprocess.TimeoutExpired as fault:
        raise TimedOut(
            f"git {arguments[0]} took longer than {seconds:.1f} s", "try again, or allow more time"
        ) from fault
    except OSError as fault:
        raise cannot_run(folder, fault) from fault
    return Done(done.returncode, done.stdout, " ".join(done.stderr.decode("utf-8", "replace").split()))


def ask_git(
    folder: Path, arguments: Sequence[str], *, data: bytes = b"", variables: Mapping[str, str] | None = None
) -> bytes:
    """The output of a git command that is expected to succeed. Raises VaultkitError with what git says."""
    done = run_git(folder, arguments, data=data, variables=variables)
    if done.code:
        raise VaultkitError(f"git {arguments[0]} failed: {done.error or done.code}", "see what git says there")
    return done.out


def git_command(arguments: Sequence[str]) -> list[str]:
    """The words of a git command line."""
    return ["git", *_OPTIONS, *arguments]


def environment() -> dict[str, str]:
    """The environment of every git process: `GIT_DIR` and its like, set while git runs a hook, name another place."""
    return {key: value for key, value in os.environ.items() if not key.startswith("GIT_") or key in _KEPT} | _SET


def cannot_run(folder: Path, fault: OSError) -> Unavailable:
    """Why git could not even start."""
    if not folder.is_dir():
        return Unavailable(f"there is no folder {folder}", "give the folder of a git repository")
    return Unavailable(f"git cannot be run ({fault.strerror})", "install git 2.20 or newer")
