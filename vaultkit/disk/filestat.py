"""What tells that a file has changed without opening it, and from when on that can be relied on."""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import Final, NamedTuple

_TICK_NS: Final = 20_000_000
"""How far a file system's clock may lag behind ours: two writes within a tick can leave the same time."""
_COARSE_TICK_NS: Final = 2_000_000_000
"""The same where times are whole seconds."""


class Stat(NamedTuple):
    """What tells that a file has changed without opening it."""

    size: int
    mtime_ns: int
    ctime_ns: int
    """Nobody can set it back: it betrays a change that kept size and time."""


def is_settled(stat: Stat, opened_ns: int) -> bool:
    """Whether a write after the file was opened is sure to show in its stat."""
    return all(abs(opened_ns - time_ns) > _tick(stat) for time_ns in (stat.mtime_ns, stat.ctime_ns))


def settle(stats: Iterable[Stat]) -> None:
    """Let the tick of the newest of these files pass, so that it need not be read again next time."""
    now_ns = time.time_ns()
    times = (time_ns for stat in stats for time_ns in (stat.mtime_ns, stat.ctime_ns))
    newest = max((time_ns for time_ns in times if time_ns <= now_ns + _TICK_NS), default=0)
    left_ns = newest + _TICK_NS + 1_000_000 - now_ns
    if left_ns > 0:
        time.sleep(left_ns / 1e9)


def _tick(stat: Stat) -> int:
    whole_seconds = stat.mtime_ns % 1_000_000_000 == 0 and stat.ctime_ns % 1_000_000_000 == 0
    return _COARSE_TICK_NS if whole_seconds else _TICK_NS
