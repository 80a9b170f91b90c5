"""Opens one file of a root and has it extracted; a file that cannot be read is a problem, not a failure."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Final, NamedTuple

from extractors import registry
from extractors.formats import MAX_BYTES
from extractors.source import Source, note_label
from graph.model import Fragment, Node, Problem, node_id
from vaultkit.files import read_regular
from vaultkit.index import Known
from vaultkit.scan import Stat

_TICK_NS: Final = 20_000_000
"""How far a file system's clock may lag behind ours: two writes within a tick can leave the same time."""
_COARSE_TICK_NS: Final = 2_000_000_000
"""The same where times are whole seconds."""


class Reading(NamedTuple):
    """A file, read."""

    known: Known
    fragment: Fragment | None
    """What it says; None if its bytes are those that were read last time."""


def read(root: Path, path: str, stat: Stat, excluded: bool, known: Known | None) -> Reading | None:
    """What the file says now, None if it is gone."""
    opened_ns = time.time_ns()
    try:
        data = _bytes(root / path, stat)
    except FileNotFoundError:
        return None
    except OSError as fault:
        return Reading(Known(stat, False, excluded, ""), _unread(path, f"cannot be read ({fault.strerror})"))
    if data is None:
        message = f"is larger than {MAX_BYTES // 1024 // 1024} MB"
        return Reading(Known(stat, True, excluded, ""), _unread(path, message))
    now = Known(stat, is_settled(stat, opened_ns), excluded, hashlib.sha256(data).hexdigest())
    if known is not None and known.sha == now.sha and known.excluded == excluded:
        return Reading(now, None)
    return Reading(now, registry.extract(Source(path, data)))


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


def _bytes(file: Path, stat: Stat) -> bytes | None:
    if stat.size > MAX_BYTES:
        return None
    data = read_regular(file, MAX_BYTES + 1)
    return data if len(data) <= MAX_BYTES else None


def _unread(path: str, why: str) -> Fragment:
    node = Node(node_id(path), note_label(path), "note", "document", path, "L1", {"unread": True})
    problem = Problem(path, 0, 0, "error", "unreadable", f"this file {why}; nothing in it was read")
    return Fragment(path, nodes=(node,), problems=(problem,))
