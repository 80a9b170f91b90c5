"""Sessions that have ended, as files, until all is done that is to be done then: a worker that is killed loses none.

$VAULTKIT_HOME/ended/KEY.json     KEY = state.key_of(session)
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import NamedTuple

from vaultkit.files import make_folder
from vaultkit.state import key_of, state_place


class Ended(NamedTuple):
    """A session that has ended."""

    session: str
    folder: str
    """Where the agent was, absolute."""
    transcript: str = ""
    """The file that the host kept of it, "" if it keeps none or nothing of it may be read."""

    def keep(self) -> None:
        """Keep it until `forget`. Raises VaultkitError and OSError."""
        make_folder(_folder())
        new = _folder() / f"{self._name}.{os.getpid()}"
        new.write_bytes(json.dumps(self._asdict()).encode())
        os.replace(new, _folder() / self._name)

    def forget(self) -> None:
        """All is done. Raises OSError."""
        (_folder() / self._name).unlink(missing_ok=True)

    @property
    def _name(self) -> str:
        return f"{key_of(self.session)}.json"


def ended_sessions() -> list[Ended]:
    """The sessions for which something is to be done; a file that says nothing sensible is removed."""
    found = []
    for file in sorted(_folder().glob("*.json")):
        try:
            found.append(Ended(**json.loads(file.read_bytes())))
        except (OSError, ValueError, TypeError):
            os.unlink(file)
    return found


def lock_of_worker() -> Path:
    """Held by who works through them."""
    return _folder() / "worker.lock"


def _folder() -> Path:
    return state_place()[0] / "ended"
