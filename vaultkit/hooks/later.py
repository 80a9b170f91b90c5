"""What a hook had no time to log, since another process wrote the shelf: kept as a file, logged by one that may wait.

$VAULTKIT_HOME/unlogged/TIME-PID.json     without secrets
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable
from datetime import datetime
from importlib import import_module
from pathlib import Path
from typing import Final

from vaultkit.disk.lock import Busy, lock
from vaultkit.disk.spawn import detach, leave_host
from vaultkit.disk.state import home
from vaultkit.hooks.event import Event

PATIENCE: Final = 1.5
"""Seconds that a hook waits for the shelf."""
_LONG: Final = 300.0
"""Seconds that the process waits which nobody waits for."""
_PROGRAM: Final = "from vaultkit.hooks.later import main; main()"
_KINDS: Final = ("prompt", "reply", "condensed")
"""Of events that are logged, by modules of the same name with a `write`."""
Write = Callable[[Event, datetime, float], list[str]]
"""Logs an event, and says what the agent is to hear; waits for the shelf so many seconds. Raises Busy."""


def attempt(write: Write, event: Event, now: datetime) -> list[str]:
    """Log an event now, or have it logged later; what the agent is to hear. Raises VaultkitError and OSError."""
    try:
        return write(event, now, PATIENCE)
    except Busy:
        _keep(event, now)
        detach(_PROGRAM)
        return []


def resume() -> None:
    """Have logged what a process that was killed has left. Raises OSError."""
    if any(_folder().glob("*.json")):
        detach(_PROGRAM)


def main() -> None:
    """Log what was kept. Raises VaultkitError and OSError."""
    leave_host()
    work()


def work() -> None:
    """Log what was kept, in its order, unless another process does. Raises VaultkitError and OSError."""
    while files := sorted(_folder().glob("*.json")):
        try:
            with lock(_folder() / "worker.lock", patience=0):
                for file in files:
                    _log(file)
        except Busy:
            return


def _keep(event: Event, now: datetime) -> None:
    from vaultkit.memory.redact import redact

    said = {"session": event.session, "folder": os.path.abspath(event.folder), "text": redact(event.text)}
    told = {"kind": event.kind, "now": now.isoformat(), **said}
    _folder().mkdir(parents=True, exist_ok=True)
    new = _folder() / f"{time.time_ns()}-{os.getpid()}.new"
    new.write_text(json.dumps(told), "utf-8")
    os.replace(new, new.with_suffix(".json"))


def _log(file: Path) -> None:
    """Log one event; nobody hears it, so what falls due with it waits."""
    told = json.loads(file.read_bytes())
    if told["kind"] in _KINDS:
        write: Write = import_module(f"vaultkit.hooks.{told['kind']}").write
        event = Event(told["kind"], told["session"], told["folder"], text=told["text"], is_heard=False)
        write(event, datetime.fromisoformat(told["now"]), _LONG)
    file.unlink()


def _folder() -> Path:
    return Path(home(), "unlogged")
