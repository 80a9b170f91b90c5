"""Progress of long work, shown on a terminal and only there."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache

from vaultkit.building.pipeline import Watcher
from vaultkit.cli.terminal import printable

_PATIENCE = 1.0
"""Seconds of work before progress is shown."""
_PAUSE = 0.1
_LONG = 10.0
"""Seconds of work after which its pace is told."""


@contextmanager
def watching() -> Iterator[Watcher]:
    """A watcher that shows progress on stderr, one line that is overwritten; nothing if stderr is no terminal."""
    meter = _Meter() if sys.stderr.isatty() else None
    try:
        yield Watcher(meter.show if meter else lambda *_: None, _say_waiting, cache(_say_behind))
    finally:
        if meter:
            meter.clear()


def _say_waiting() -> None:
    print("another build of this folder is running; waiting for it", file=sys.stderr)


def _say_behind(why: str) -> None:
    print(printable(f"vaultkit: {why}"), file=sys.stderr)


class _Meter:
    def __init__(self) -> None:
        self._shown = False
        self._what, self._began = "", 0.0
        self._next = time.monotonic() + _PATIENCE

    def show(self, what: str, done: int, total: int) -> None:
        now = time.monotonic()
        if what != self._what:
            self._what, self._began = what, now
        if now >= self._next:
            self._next, self._shown = now + _PAUSE, True
            share = f" {done:,} of {total:,}" if total > 1 else ""
            sys.stderr.write(f"\r\x1b[K{what}{share}{_pace(done, total, now - self._began)}")
            sys.stderr.flush()

    def clear(self) -> None:
        if self._shown:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()


def _pace(done: int, total: int, seconds: float) -> str:
    """How fast it goes and how long it will take, for work that takes long."""
    if not done or seconds < _LONG:
        return ""
    left = (total - done) * seconds / done
    ends = f"{left / 60:,.0f} min left" if left >= 90 else f"{left:.0f} s left"
    return f", {done * 60 / seconds:,.1f} a minute, {ends}"
