"""Accidents at a chosen moment: the process is killed, or somebody edits a file, before the n-th call to the system."""

from __future__ import annotations

import os
import signal
import sys
import traceback
from collections.abc import Callable

CALLS = frozenset(
    f"os.{name}" for name in ("rename", "link", "symlink", "remove", "rmdir", "mkdir", "chmod", "chown")
) | {"open"}
"""What changes folders or files, as Python's audit events name it (PEP 578)."""
DIED, DONE, REFUSED = -signal.SIGKILL, 0, 1


def kill() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def run_until(number: int, accident: Callable[[], None], work: Callable[[], object], since: str = "") -> int:
    """Do some work in a process of its own with an accident before its n-th call; how the process ended.

    Calls count from the first that touches a path with `since` in it.
    """
    child = os.fork()
    if child == 0:
        os._exit(_in_child(number, accident, work, since))
    status = os.waitpid(child, 0)[1]
    return os.waitstatus_to_exitcode(status)


def _in_child(number: int, accident: Callable[[], None], work: Callable[[], object], since: str) -> int:
    calls = 0

    def hook(event: str, about: tuple[object, ...]) -> None:
        nonlocal calls
        if event in CALLS and (calls or since in str(about[0])):
            calls += 1
            if calls == number:
                accident()

    from vaultkit.errors import VaultkitError

    sys.addaudithook(hook)
    try:
        work()
    except VaultkitError:
        return REFUSED
    except BaseException:
        traceback.print_exc()
        return 3
    return DONE
