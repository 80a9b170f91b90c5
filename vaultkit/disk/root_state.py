"""What the machine remembers of one root: that it changed, who works on it, what was said of it.

    $VAULTKIT_HOME/roots/KEY/    KEY = state.key_of(real path of the root)
        root                     the path of the root
        dirty, rebuild           marks: something changed; build from nothing
        dirty.taken, ..          marks that a worker has taken and not finished with
        worker.lock              held by the worker while it lives
        reading.lock             held by whoever has a model read its notes
        worker.log, worker.log.1 what workers did, the newest last
        error                    why the last update failed; gone after one that did not
        overview.json            what a session is told of the root (overview.py)

A mark says only that something changed, so none gets lost: there is no queue. What a killed worker took is still there.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import Final, Literal, NamedTuple

from vaultkit.disk.lock import is_held
from vaultkit.disk.state import home, key_of

Mark = Literal["dirty", "rebuild"]
MARKS: Final[tuple[Mark, ...]] = ("rebuild", "dirty")
_TAKEN: Final = ".taken"


class RootState(NamedTuple):
    """The state of one root."""

    root: str
    """Its real path."""
    folder: Path

    @property
    def lock(self) -> Path:
        """Held by the worker of the root while it lives."""
        return self.folder / "worker.lock"

    @property
    def reading(self) -> Path:
        """Held by whoever has a model read the notes of the root."""
        return self.folder / "reading.lock"

    @property
    def log(self) -> Path:
        """What its workers did, and what went wrong."""
        return self.folder / "worker.log"

    @property
    def error(self) -> Path:
        """Why the last update failed."""
        return self.folder / "error"

    @property
    def overview(self) -> Path:
        """What a session is told of the root."""
        return self.folder / "overview.json"

    def mark(self, mark: Mark = "dirty") -> None:
        """Say that the root changed, or is to be built from nothing. Raises OSError."""
        self.folder.mkdir(parents=True, exist_ok=True)
        name = self.folder / "root"
        if not name.exists():
            name.write_bytes(os.fsencode(self.root))
        (self.folder / mark).touch()

    def marks(self) -> tuple[Mark, ...]:
        """What is still to be done, the greater first; also what a worker has taken and not finished with."""
        return tuple(mark for mark in MARKS if self._mark(mark).exists() or self._taken(mark).exists())

    def take(self) -> tuple[Mark, ...]:
        """Take all marks before an update: one that is set from now on is for the next."""
        for mark in MARKS:
            with suppress(FileNotFoundError):
                os.replace(self._mark(mark), self._taken(mark))
        return tuple(mark for mark in MARKS if self._taken(mark).exists())

    def finish(self) -> None:
        """What was taken is done."""
        for mark in MARKS:
            self._taken(mark).unlink(missing_ok=True)

    def is_marked(self) -> bool:
        """Whether something changed since the marks were taken."""
        return any(self._mark(mark).exists() for mark in MARKS)

    def is_worked_on(self) -> bool:
        """Whether a worker lives. Raises VaultkitError when the lock cannot be opened."""
        return is_held(self.lock)

    def last_error(self) -> str:
        """Why the last update failed, "" if it did not."""
        try:
            return self.error.read_text("utf-8", errors="replace").strip()
        except OSError:
            return ""

    def _mark(self, mark: Mark) -> Path:
        return self.folder / mark

    def _taken(self, mark: Mark) -> Path:
        return self.folder / (mark + _TAKEN)


def root_state(root: str | os.PathLike[str]) -> RootState:
    """The state of the root at a path, links followed."""
    real = os.path.realpath(root)
    return RootState(real, Path(home(), "roots", key_of(real)))


def known_roots() -> list[RootState]:
    """The state of every root that was ever marked, by path."""
    found = []
    for name in sorted(Path(home(), "roots").glob("*/root")):
        with suppress(OSError):
            found.append(RootState(os.fsdecode(name.read_bytes()), name.parent))
    return sorted(found)
