"""Keeps a graph up to date while its root changes: which events count, and the loop."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final, NamedTuple, Protocol

from vaultkit.building.pipeline import Built, Watcher, build
from vaultkit.config import Root, read_root
from vaultkit.disk.burst import Burst
from vaultkit.errors import VaultkitError
from vaultkit.scanning import relevance

RETRY: Final = 30.0
"""Seconds after which an update that failed is tried again, whether or not anything happens."""
RESCAN: Final = 300.0
"""Seconds after which to look though nothing happens: events get lost (inotify(7), Limitations and caveats)."""


class Update(NamedTuple):
    """One update that found something to do, or the first."""

    root: Root
    settings_changed: bool
    built: Built


class Listener(Protocol):
    """Who is told while a root is watched."""

    watcher: Watcher

    def updated(self, update: Update) -> None:
        """The graph is up to date again."""

    def failed(self, fault: VaultkitError) -> None:
        """An update failed; it is tried again. Not told twice in a row of the same fault."""


def matters(path: str, root: Root, out: Path) -> bool:
    """Whether an event at this absolute path can change the graph of the root: what `scan` reads, or configuration.

    Events of what a build writes never do, those of hidden folders only if Obsidian's settings or ours are meant. What
    git tracks in hidden folders, or in those where tools put what they make, waits for the next look at everything.
    """
    base = str(root.path)
    prefix = base if base.endswith(os.sep) else base + os.sep
    if not path.startswith(prefix) or Path(path).is_relative_to(out):
        return False
    return relevance.matters(path.removeprefix(prefix).replace(os.sep, "/"), root.kind)


def keep_up_to_date(
    root: Root,
    out: Path,
    ticks: Iterable[Iterable[str]],
    listener: Listener,
    clock: Callable[[], float] = time.monotonic,
) -> None:
    """Update the graph at the first tick and after every burst of events, until the ticks end.

    A tick is the paths of the events since the last one, often none. Raises VaultkitError when the root is removed,
    moved or replaced; an update that fails is told to the listener and does not end the loop.
    """
    home, burst, updater = _identity(root.path), Burst(), _Updater(root, out, listener)
    for paths in ticks:
        if home is None or _identity(root.path) != home:
            raise VaultkitError(f"{root.path} was removed, moved or replaced", "watch it again when it is back")
        now = clock()
        touched = any(matters(path, updater.root, out) for path in paths)
        if burst.is_over(touched, now) or now >= updater.due:
            updater.update(now)


class _Updater:
    """Runs the builds and remembers how the last one ended."""

    def __init__(self, root: Root, out: Path, listener: Listener) -> None:
        self.root = root
        self.due = float("-inf")
        """When to build though nothing happens: at once, as nothing has been built yet."""
        self._out, self._listener = out, listener
        self._is_first = True
        self._complaint = ""

    def update(self, now: float) -> None:
        """Build with the configuration as it is now."""
        try:
            root = read_root(self.root.path)
            built = build(root, self._out, watcher=self._listener.watcher)
        except VaultkitError as fault:
            self.due = now + RETRY
            if _identity(self.root.path) and str(fault) != self._complaint:
                self._complaint = str(fault)
                self._listener.failed(fault)
            return
        update = Update(root, root != self.root, built)
        if self._is_first or self._complaint or update.settings_changed or built.changed or built.removed:
            self._listener.updated(update)
        self.root, self.due, self._is_first, self._complaint = root, now + RESCAN, False, ""


def _identity(folder: Path) -> tuple[int, int] | None:
    """Tells a folder from another that takes its place; None if there is none."""
    try:
        found = folder.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino
