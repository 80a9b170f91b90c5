"""The worker of a root: one process, detached, that brings its graph up to date as long as the root gets marked.

It takes the marks, builds, and draws the overview that the next session is told. What a killed worker took is still
there for the next one. It waits for the end of a burst of edits, and the more often it has built, the longer.
"""

from __future__ import annotations

import sys
import time
import traceback
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from vaultkit import clock
from vaultkit.disk.lock import Busy, lock
from vaultkit.disk.logbook import log
from vaultkit.disk.root_state import RootState, root_state
from vaultkit.disk.spawn import leave_host
from vaultkit.errors import VaultkitError
from vaultkit.sessions.session_log import sweep

if TYPE_CHECKING:
    from vaultkit.config import Root

_PATIENCE: Final = 1.0
"""Seconds to wait for the lock: whoever asks whether a worker lives holds it for a moment."""

_DOUBLINGS: Final = 10


class Pace(NamedTuple):
    """How a worker spends its time, in seconds."""

    settle: float = 0.3
    """After a mark, for more to come."""
    longest: float = 12.0
    """Between two builds of one worker; the first ones follow one another faster."""
    linger: float = 15.0
    """After the last build, for another mark: to go on costs less than to start again."""
    tick: float = 0.2
    """Between two looks for marks."""


UNHURRIED: Final = Pace()


def main() -> None:
    """Work for the root that the command line names, until nothing is left to do. Never raises."""
    leave_host()
    state = root_state(sys.argv[1])
    try:
        work(state)
        sweep(clock.now())
    except Exception:
        log(state.log, traceback.format_exc())


def work(state: RootState, pace: Pace = UNHURRIED) -> None:
    """Update a graph until the marks of its root are gone, unless another worker does.

    Raises VaultkitError and OSError.
    """
    first = True
    while first or state.is_marked():  # a mark set after the last look, by someone who saw us alive
        first = False
        try:
            with lock(state.lock, patience=_PATIENCE):
                _Shift(state, pace).work()
        except Busy:
            return


class _Shift:
    """The life of a worker that has the lock."""

    def __init__(self, state: RootState, pace: Pace) -> None:
        self._state, self._pace = state, pace
        self._builds = 0
        self._ended = float("-inf")

    def work(self) -> None:
        """Build whenever there are marks, until none came for a while."""
        if not self._state.marks():
            return
        log(self._state.log, "begins")
        while True:
            time.sleep(max(self._pace.settle, self._ended + self._interval() - time.monotonic()))
            marks = self._state.take()
            done = self._update(force="rebuild" in marks)
            self._ended = time.monotonic()
            if done:
                self._enrich()
            while not self._state.is_marked():
                if time.monotonic() - self._ended >= self._pace.linger:
                    return
                time.sleep(self._pace.tick)

    def _interval(self) -> float:
        """Seconds from one build to the next: few at first, so that a single edit shows soon."""
        return min(self._pace.settle * float(2 ** min(self._builds, _DOUBLINGS)), self._pace.longest)

    def _update(self, *, force: bool) -> bool:
        """One build, and whether it was done; one that fails leaves what was taken to the next mark, and says why."""
        self._builds += 1
        started = time.monotonic()
        try:
            words = _build(self._state, force=force)
        except VaultkitError as fault:
            self._fail(str(fault), str(fault))
        except Exception as fault:
            self._fail(f"{type(fault).__name__}: {fault}", traceback.format_exc())
        else:
            self._state.finish()
            self._state.error.unlink(missing_ok=True)
            log(self._state.log, f"{words}; {time.monotonic() - started:.1f} s")
            return True
        return False

    def _enrich(self) -> None:
        """Have a model read what it has not read, until the root is marked again. The graph is fresh without it."""
        try:
            if words := _enrich(self._state):
                log(self._state.log, words)
        except VaultkitError as fault:
            log(self._state.log, f"no model: {fault}")
        except Exception:
            log(self._state.log, f"no model: {traceback.format_exc()}")

    def _fail(self, why: str, whole: str) -> None:
        log(self._state.log, f"failed: {whole}")
        self._state.error.write_text(why + "\n", "utf-8", errors="backslashreplace")


def _build(state: RootState, *, force: bool) -> str:
    """Bring graph and overview up to date; what was done, in words. Raises VaultkitError."""
    from graph.text import counted  # a worker that finds another one at work ends before it has read all this
    from vaultkit.building.pipeline import build
    from vaultkit.config import read_root

    root = read_root(Path(state.root))
    built = build(root, root.out, force=force)
    _draw_overview(state, root)
    done = "built from nothing" if force else f"{len(built.changed)} new or changed, {len(built.removed)} removed"
    mended = f"{built.mended}; " if built.mended else ""
    return f"{mended}{done}: {counted(built.nodes, 'node')}, {counted(built.edges, 'edge')}"


def _enrich(state: RootState) -> str:
    """Have a model read notes, and bring graph and overview up to date; what was done. Raises VaultkitError."""
    from vaultkit.config import read_root
    from vaultkit.enriching.enrich import enrich_in_background

    root = read_root(Path(state.root))
    words = enrich_in_background(root, state.is_marked)
    if words:
        _draw_overview(state, root)
    return words


def _draw_overview(state: RootState, root: Root) -> None:
    """What the next session is told of the graph."""
    from vaultkit.disk.files import Staging
    from vaultkit.sessions.overview import encode_overview
    from vaultkit.sessions.survey import survey

    with Staging(state.folder) as staging:
        staging.write(state.overview.name, [encode_overview(survey(root, root.out))])
        staging.publish()
