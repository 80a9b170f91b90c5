"""A lock between processes: one builder at a time. The system frees it when its holder dies."""

from __future__ import annotations

import errno
import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from vaultkit.errors import VaultkitError

_PAUSE = 0.05
_TRIES = 20


if sys.platform == "win32":
    import msvcrt

    def _try_lock(descriptor: int) -> bool:
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def _try_lock(descriptor: int) -> bool:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True


class Busy(VaultkitError):
    """Another process holds the lock, and did not finish in time."""


@contextmanager
def lock(path: Path, *, patience: float, on_wait: Callable[[], None] = lambda: None) -> Iterator[None]:
    """Hold the lock file at `path`, waiting at most `patience` seconds; `on_wait` is called once if there is a wait.

    Its folder is made if it is missing. The file stays: its existence means nothing. Raises Busy when the holder does
    not finish in time, VaultkitError when the file cannot be opened.
    """
    end = time.monotonic() + patience
    while True:
        descriptor = _open(path)
        try:
            if not _try_lock(descriptor):
                on_wait()
                _wait_for(descriptor, path, end)
            if _is_at(descriptor, path):
                yield
                return
        finally:
            os.close(descriptor)


def is_held(path: Path) -> bool:
    """Whether some process holds the lock file at `path` now. Raises VaultkitError when it cannot be opened."""
    if not path.exists():
        return False
    try:
        with lock(path, patience=0):
            return False
    except Busy:
        return True


def _open(path: Path) -> int:
    for tries_left in reversed(range(_TRIES)):
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            return os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
        except OSError as fault:
            if isinstance(fault, FileNotFoundError) and tries_left:  # the folder was moved aside between the two
                time.sleep(_PAUSE)
                continue
            raise _not_opened(path, fault) from fault
    raise AssertionError("the last try returns or raises")


def _not_opened(path: Path, fault: OSError) -> VaultkitError:
    why = fault.strerror or str(fault)
    if fault.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
        return VaultkitError(f"{path.parent} cannot be written ({why})", "check its permissions, and those of the disk")
    return VaultkitError(f"cannot open {path} ({why})", "check its permissions")


def _wait_for(descriptor: int, path: Path, end: float) -> None:
    while not _try_lock(descriptor):
        if time.monotonic() >= end:
            raise Busy(f"another process still holds {path}", "try again when it has finished")
        time.sleep(_PAUSE)


def _is_at(descriptor: int, path: Path) -> bool:
    """Whether the file is still in its place: one that was moved or removed while we waited locks nobody out."""
    try:
        return os.path.samestat(os.fstat(descriptor), path.stat())
    except FileNotFoundError:
        return False
