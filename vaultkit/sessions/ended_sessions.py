"""Sessions that run and sessions that have ended, as files: whoever is killed, host, hook or worker, loses none.

$VAULTKIT_HOME/running/KEY.json   from its start to its end     KEY = state.key_of(session)
$VAULTKIT_HOME/ended/KEY.json     until all is done that is to be done then
"""

from __future__ import annotations

import json
import os
from contextlib import suppress
from pathlib import Path
from typing import Final, Literal, NamedTuple

from vaultkit.disk.files import make_folder
from vaultkit.disk.state import key_of, state_place
from vaultkit.sessions.session_log import event_log

SILENCE: Final = 3600.0
"""Seconds after which a session of which nothing is heard counts as ended, since its host may have crashed.

If it has not, its line in the journal came early, and its end tells the rest.
"""
_State = Literal["running", "ended"]


class Ended(NamedTuple):
    """A session that has ended, or will."""

    session: str
    folder: str
    """Where the agent was, absolute."""
    transcript: str = ""
    """The file that the host kept of it, "" if it keeps none or nothing of it may be read."""
    silent: bool = False
    """No end was told."""

    def begin(self) -> None:
        """It runs. Raises VaultkitError and OSError."""
        self._write("running")

    def keep(self) -> None:
        """It has ended: keep it until `forget`. Raises VaultkitError and OSError."""
        self._write("ended")
        (_folder("running") / self._name).unlink(missing_ok=True)

    def forget(self) -> None:
        """All is done. Raises OSError."""
        (_folder("ended") / self._name).unlink(missing_ok=True)

    def _write(self, state: _State) -> None:
        make_folder(_folder(state))
        new = _folder(state) / f"{self._name}.{os.getpid()}"
        new.write_bytes(json.dumps(self._asdict()).encode())
        os.replace(new, _folder(state) / self._name)

    @property
    def _name(self) -> str:
        return f"{key_of(self.session)}.json"


def ended_sessions() -> list[Ended]:
    """The sessions for which something is to be done; a file that says nothing sensible is removed."""
    return list(_read("ended"))


def end_silent(now: float) -> bool:
    """Have those sessions ended of which nothing was heard for long; whether there are any. Raises OSError."""
    silent = [each for each in _read("running") if now - _last_heard(each) > SILENCE]
    for each in silent:
        each._replace(silent=True).keep()
    return bool(silent)


def lock_of_worker() -> Path:
    """Held by who works through them."""
    return _folder("ended") / "worker.lock"


def _read(state: _State) -> list[Ended]:
    found = []
    for file in sorted(_folder(state).glob("*.json")):
        try:
            found.append(Ended(**json.loads(file.read_bytes())))
        except (OSError, ValueError, TypeError):
            file.unlink(missing_ok=True)
    return found


def _last_heard(running: Ended) -> float:
    """When the session began or a hook was called for it last, whichever is later."""
    times = [0.0]
    for file in (_folder("running") / running._name, Path(event_log(running.session))):
        with suppress(OSError):
            times.append(file.stat().st_mtime)
    return max(times)


def _folder(state: _State) -> Path:
    return state_place()[0] / state
