"""Keeps the index of episodes up to date while files change: after every burst of events it looks at all of them."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final, Protocol

from vaultkit.disk.burst import Burst
from vaultkit.errors import VaultkitError
from vaultkit.memory.episodes.indexing import Indexed, index
from vaultkit.memory.episodes.sources import kind_of

QUIET: Final = 1.5
"""Seconds without an event after which a burst is over: agents write a transcript line by line."""
LONGEST: Final = 15.0
"""Seconds after which to look though events keep coming."""
RETRY: Final = 30.0
"""Seconds after which to try again what failed."""
RESCAN: Final = 300.0
"""Seconds after which to look though nothing happens: events get lost (inotify(7), Limitations and caveats)."""

LOG: Final = "-wal"
"""What the name of a database's log ends with: a database changes there first (sqlite.org/wal.html)."""


class Listener(Protocol):
    """Who is told while files are watched."""

    def indexed(self, done: Indexed) -> None:
        """The index is up to date again, and something was done for it; or it is the first time."""

    def failed(self, fault: VaultkitError) -> None:
        """It could not be brought up to date; this is tried again. Not told twice in a row of the same fault."""


def matters(path: str) -> bool:
    """Whether an event at a path can change the index: of a source, or of what may be a folder."""
    name = os.path.basename(path).removesuffix(LOG)
    return not name.startswith(".") and (kind_of(name) is not None or "." not in name)


def follow(
    roots: Iterable[Path],
    ticks: Iterable[Iterable[str]],
    listener: Listener,
    clock: Callable[[], float] = time.monotonic,
) -> None:
    """Index at the first tick and after every burst of events, until the ticks end.

    A tick is the paths of the events since the last one, often none.
    """
    places, burst, due, complaint, is_first = list(roots), Burst(QUIET, LONGEST), float("-inf"), "", True
    for paths in ticks:
        now = clock()
        touched = any(map(matters, paths))
        if not burst.is_over(touched, now) and now < due:
            continue
        try:
            done = index(more=places)
        except VaultkitError as fault:
            due = now + RETRY
            if str(fault) != complaint:
                complaint = str(fault)
                listener.failed(fault)
            continue
        if is_first or complaint or done.changed or done.removed or done.unread:
            listener.indexed(done)
        due, complaint, is_first = now + RESCAN, "", False
