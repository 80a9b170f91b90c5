"""Workers that are killed at random moments while notes change: the next one makes the graph what a rebuild writes."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from tests.laws.vaults import Vault
from vaultkit.disk.logbook import last_entry
from vaultkit.disk.root_state import RootState, root_state

HOOK: Final = [sys.executable, "-c", "from vaultkit.hooks.main import main; main()"]
LONGEST: Final = 1.5
"""Seconds from a hook to the kill: a worker waits for a third of one, imports, builds."""
EVERY: Final = 10
"""Kills between two comparisons."""


def kill_workers(path: Path, kills: int, dice: random.Random, compare: Callable[[str], None]) -> int:
    """Change, hook, kill; `compare` raises if the graph differs from a rebuild. How many were killed at work."""
    vault, state, killed = Vault(path), root_state(path), 0
    for number in range(1, kills + 1):
        for _ in range(3):
            vault.befall(dice)
        call_hook(vault, dice)
        time.sleep(dice.uniform(0, LONGEST))
        killed += kill(state)
        if number % EVERY == 0 or number == kills:
            call_hook(vault, dice)
            wait_for(lambda: not state.marks())
            killed += kill(state)
            if state.last_error():
                raise AssertionError(state.last_error())
            compare(f"after {number} kills of workers")
    return killed


def call_hook(vault: Vault, dice: random.Random) -> None:
    """The hook of an edit of some file, which may be gone again."""
    path = str(dice.choice(vault.files()))
    event = {"hook_event_name": "PostToolUse", "tool_name": "Write", "tool_input": {"file_path": path}}
    done = subprocess.run(HOOK, input=json.dumps(event).encode(), stdout=subprocess.PIPE, check=True)
    json.loads(done.stdout)


def kill(state: RootState) -> bool:
    """Kill the worker of a root, if it has begun."""
    if not state.is_worked_on() or not state.log.exists():
        return False
    try:
        os.kill(int(last_entry(state.log).split()[1]), signal.SIGKILL)
    except ProcessLookupError:  # it is the entry of the one before it
        return False
    wait_for(lambda: not state.is_worked_on())
    return True


def wait_for(done: Callable[[], bool]) -> None:
    for _ in range(1200):
        if done():
            return
        time.sleep(0.1)
    raise AssertionError("a worker came to no end in two minutes")
