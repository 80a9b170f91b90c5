#!/usr/bin/env python3
"""memory.py -p DIR COMMAND ..: the same as `vaultkit mem -p DIR COMMAND ..`. Runs on any Python from 3.7 on."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys


def find_vaultkit() -> str | None:
    """The program: what $VAULTKIT names, else the one on the PATH, else where installers put it; None without one."""
    named = os.environ.get("VAULTKIT") or shutil.which("vaultkit")
    if named:
        return named
    here = os.path.dirname(os.path.abspath(__file__))
    folders = [
        os.path.dirname(sys.executable),
        os.path.expanduser("~/.local/bin"),
        os.path.expanduser("~/bin"),
        "/usr/local/bin",
        "/opt/homebrew/bin",
        os.path.expandvars(r"%USERPROFILE%\.local\bin"),
    ]
    while here != os.path.dirname(here):  # the skill may lie in the environment of the program
        here = os.path.dirname(here)
        folders.append(os.path.join(here, "Scripts" if os.name == "nt" else "bin"))
    return shutil.which("vaultkit", path=os.pathsep.join(folders))


def hand_over(name: str, group: str) -> int:
    """Hand all arguments over to a group of commands. The exit code is that of `vaultkit`, 127 without it."""
    program = find_vaultkit()
    if program is None:
        sys.stderr.write(name + ": there is no vaultkit; install it as its README says, or name it in $VAULTKIT\n")
        return 127
    command = [program, group, *sys.argv[1:]]
    try:
        if os.name == "nt":
            return subprocess.call(command)
        sys.stdout.flush()
        os.execv(program, command)
    except OSError as fault:
        sys.stderr.write(name + ": " + program + " cannot be run (" + str(fault) + "); install vaultkit again\n")
        return 126


if __name__ == "__main__":
    sys.exit(hand_over("memory.py", "mem"))
