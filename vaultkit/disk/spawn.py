"""Starts what outlives its starter: a process of its own that holds none of the pipes of a host."""

from __future__ import annotations

import os
import sys
from contextlib import suppress

from vaultkit.disk.root_state import Mark, RootState
from vaultkit.disk.state import home

WORKER = "from vaultkit.worker import main; main()"
"""Works for the root that the next argument names."""


AFTER = "from vaultkit.after_session import main; main()"
"""Works through the sessions that have ended."""


def wake(state: RootState, mark: Mark = "dirty") -> None:
    """Mark a root and start its worker if none runs. Raises OSError and VaultkitError."""
    state.mark(mark)
    if not state.is_worked_on():
        detach(WORKER, state.root)


def wake_after_session() -> None:
    """Have done what is to be done after sessions that have ended. Raises OSError."""
    detach(AFTER)


def detach(program: str, *arguments: str) -> None:
    """Run a line of Python in a process of its own. Raises OSError.

    `-P`: without it, in a repository that has a package of the same name, that would be executed.
    """
    command = [sys.executable, "-P", "-c", program, *arguments]
    environment = {**os.environ, "VAULTKIT_HOME": os.path.abspath(home())}  # it leaves the current folder
    if vault := os.environ.get("VAULTKIT_VAULT"):
        environment["VAULTKIT_VAULT"] = os.path.abspath(os.path.expanduser(vault))
    if sys.platform == "win32":
        import subprocess

        flags = subprocess.DETACHED_PROCESS | subprocess.CREATE_NEW_PROCESS_GROUP
        nowhere = subprocess.DEVNULL
        subprocess.Popen(command, env=environment, creationflags=flags, stdin=nowhere, stdout=nowhere, stderr=nowhere)
        return
    quiet = [(os.POSIX_SPAWN_OPEN, stream, os.devnull, os.O_RDWR, 0) for stream in (0, 1, 2)]
    try:
        os.posix_spawn(sys.executable, command, environment, file_actions=quiet, setsid=True)
    except NotImplementedError:  # an older system; the worker leaves the host's session itself
        os.posix_spawn(sys.executable, command, environment, file_actions=quiet)


def leave_host() -> None:
    """Hold nothing of whoever started the process: no pipe, no session, no folder; and stand back behind others."""
    os.closerange(3, 4096)
    if sys.platform != "win32":
        with suppress(PermissionError):  # it leads a session already
            os.setsid()
        os.nice(10)
    os.chdir(os.path.abspath(os.sep))
