"""Progress of long work, shown on a terminal and only there."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

from vaultkit.pipeline import Watcher

_PATIENCE = 1.0
"""Seconds of work before progress is shown."""
_PAUSE = 0.1


@contextmanager
def watching() -> Iterator[Watcher]:
    """A watcher that shows progress on stderr, one line that is overwritten; nothing if stderr is no terminal."""
    meter = _Meter() if sys.stderr.isatty() else None
    try:
        yield Watcher(meter.show if meter else lambda *_: None, _say_waiting)
    finally:
        if meter:
            meter.clear()


def _say_waiting() -> None:
    print("another build of this folder is running; waiting for it", file=sys.stderr)


class _Meter:
    def __init__(self) -> None:
        self._shown = False
        self._next = time.monotonic() + _PATIENCE

    def show(self, what: str, done: int, total: int) -> None:
        now = time.monotonic()
        if now >= self._next:
            self._next, self._shown = now + _PAUSE, True
            share = f" {done:,} of {total:,}" if total > 1 else ""
            sys.stderr.write(f"\r\x1b[K{what}{share}")
            sys.stderr.flush()

    def clear(self) -> None:
        if self._shown:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
