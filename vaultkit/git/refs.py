"""Moves refs: several at once or none, only from where they were seen, one writer of ours after another."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final, NamedTuple, TypeVar

from vaultkit.disk.lock import lock
from vaultkit.errors import VaultkitError
from vaultkit.git import packing
from vaultkit.git.checkouts import follow
from vaultkit.git.process import ask_git, run_git
from vaultkit.git.repository import Repository

_Answer = TypeVar("_Answer")
_PATIENCE: Final = 60.0
"""Seconds to wait for other writers."""
_LOCK: Final = "vaultkit.lock"
_TRIES: Final = 10
"""How often a change is made again because somebody else was faster."""
_STALE: Final = 2.0
"""Seconds after which the lock of a ref of ours is one that a killed git left: git holds it for an instant."""
_PAUSE: Final = 0.1


class Move(NamedTuple):
    """Where a ref was seen and where it shall point; None for one that is not there."""

    ref: str
    old: str | None
    new: str | None


class Ref(NamedTuple):
    """A ref and the commit it points to."""

    name: str
    commit: str


class Written(NamedTuple):
    """A write in the history of a ref."""

    id: str
    at: str
    """When: ISO 8601, with its offset."""
    message: str
    """Its first line."""


def history(repository: Repository, ref: str, limit: int | None = None) -> list[Written]:
    """The writes that a ref has seen, the last first; [] without such a ref. Raises VaultkitError."""
    if run_git(repository.folder, ["rev-parse", "--verify", "--quiet", ref]).code:
        return []
    count = [] if limit is None else [f"--max-count={limit}"]
    command = ["log", "--first-parent", "-z", "--format=%H %aI %s", *count, ref, "--"]
    lines = ask_git(repository.folder, command).decode("utf-8", "replace").split("\0")
    return [Written(*line.split(" ", 2)) for line in lines if line]


def list_refs(repository: Repository, prefix: str) -> list[Ref]:
    """The refs whose names begin with a prefix (up to a slash, or a pattern), by name. Raises VaultkitError."""
    lines = ask_git(repository.folder, ["for-each-ref", "--format=%(objectname) %(refname)", prefix]).splitlines()
    pairs = (os.fsdecode(line).split(" ", 1) for line in lines)
    return [Ref(name, commit) for commit, name in pairs]


def change_refs(repository: Repository, attempt: Callable[[], tuple[Sequence[Move], _Answer]]) -> _Answer:
    """Do what `attempt` plans, under our lock, and return its answer; it is asked again if a ref has moved meanwhile.

    Where a branch that moves is checked out, index and files follow.
    Raises VaultkitError if that happens too often, and what `attempt` raises.
    """
    with lock(repository.common_dir / _LOCK, patience=_PATIENCE):
        moves, answer = _change(repository, attempt)
        for ref, old, new in moves:
            if old is not None and new is not None and old != new:
                follow(repository, ref, old, new)
    if packing.is_due(move.new for move in moves):  # others may go on meanwhile
        packing.pack(repository, [move.ref for move in moves if move.new is not None])
    return answer


def _change(
    repository: Repository, attempt: Callable[[], tuple[Sequence[Move], _Answer]]
) -> tuple[Sequence[Move], _Answer]:
    for _ in range(_TRIES):
        moves, answer = attempt()
        if move_refs(repository, moves):
            return moves, answer
    raise VaultkitError("another program keeps moving the refs of the memories", "see which, and try again")


def move_refs(repository: Repository, moves: Sequence[Move]) -> bool:
    """Move refs in one transaction; False, and none moved, if one is not where it was seen. Raises VaultkitError."""
    moves = [move for move in moves if move.old != move.new]
    if not moves:
        return True
    data = b"".join(map(_command, moves))
    while True:
        _clear_stale_locks(repository, moves)
        done = run_git(repository.folder, ["update-ref", "--stdin", "-z"], data=data)
        if not done.code:
            return True
        if ".lock" in done.error and _locks(repository, moves):
            time.sleep(_PAUSE)
            continue
        if _has_moved(repository, moves):
            return False
        raise VaultkitError(
            f"git did not take the change: {done.error}", "see what git says there; nothing was changed"
        )


def _command(move: Move) -> bytes:
    ref = os.fsencode(move.ref)
    if move.new is None:
        return b"delete " + ref + f"\0{move.old}\0".encode()
    if move.old is None:
        return b"create " + ref + f"\0{move.new}\0".encode()
    return b"update " + ref + f"\0{move.new}\0{move.old}\0".encode()


def _has_moved(repository: Repository, moves: Sequence[Move]) -> bool:
    for move in moves:
        found = run_git(repository.folder, ["rev-parse", "--verify", "--quiet", move.ref])
        if (found.out.decode().strip() or None) != move.old:
            return True
    return False


def _clear_stale_locks(repository: Repository, moves: Sequence[Move]) -> None:
    """Remove the locks that a killed git has left. Only for the holder of our lock: no git of ours is at work then."""
    for path in _locks(repository, moves):
        try:
            if time.time() - path.stat().st_mtime > _STALE:
                path.unlink()
        except FileNotFoundError:
            continue


def _locks(repository: Repository, moves: Sequence[Move]) -> list[Path]:
    paths = (repository.common_dir / f"{move.ref}.lock" for move in moves)
    return [path for path in paths if path.exists()]
