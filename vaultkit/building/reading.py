"""Opens one file of a root and has it extracted; a file that cannot be read is a problem, not a failure."""

from __future__ import annotations

import hashlib
import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from extractors import registry
from extractors.languages.table import interpreted
from extractors.source import MAX_BYTES, Source, note_label
from extractors.texts.left_out import MAX_CODE_BYTES
from extractors.texts.readable import kind
from graph.model import Fragment, Node, Problem, node_id
from vaultkit.disk.contents import read_regular
from vaultkit.disk.filestat import Stat, is_settled
from vaultkit.indexing.index import Known
from vaultkit.indexing.intake import Intake, intake

_MANY: Final = 400
"""So many files of code take longer to read than other processes take to start."""
_MOST_PROCESSES: Final = 4
_FIRST_LINE: Final = 256


class Reading(NamedTuple):
    """A file, read."""

    known: Known
    said: Intake | None
    """What it says; None if its bytes are those that were read last time, or if it is no script (known without a SHA):
    then only its name counts."""


def read(root: Path, path: str, stat: Stat, excluded: bool, known: Known | None) -> Reading | None:
    """What the file says now, None if it is gone."""
    opened_ns = time.time_ns()
    if kind(path) == "script" and (stat.size > MAX_CODE_BYTES or not is_script(root / path)):
        return Reading(Known(stat, is_settled(stat, opened_ns), excluded, ""), None)
    try:
        data = _bytes(root / path, stat)
    except FileNotFoundError:
        return None
    except OSError as fault:
        return Reading(Known(stat, False, excluded, ""), intake(_unread(path, f"cannot be read ({fault.strerror})")))
    if data is None:
        message = f"is larger than {MAX_BYTES // 1024 // 1024} MB"
        return Reading(Known(stat, True, excluded, ""), intake(_unread(path, message)))
    now = Known(stat, is_settled(stat, opened_ns), excluded, hashlib.sha256(data).hexdigest())
    if known is not None and known.sha == now.sha and known.excluded == excluded:
        return Reading(now, None)
    return Reading(now, intake(registry.extract(Source(path, data))))


def is_script(file: Path) -> bool:
    """Whether the first line of a file names an interpreter of a language that is read."""
    try:
        return interpreted(read_regular(file, _FIRST_LINE)) is not None
    except OSError:
        return False


Job = tuple[Path, str, Stat, bool, Known | None]
"""What `read` is asked."""


def read_all(jobs: list[Job]) -> Iterator[Reading | None]:
    """What each of the files says now, in order; much code is read by several processes at once."""
    processes = min(os.cpu_count() or 1, _MOST_PROCESSES)
    if processes < 2 or sum(kind(path) == "code" for _, path, *_ in jobs) < _MANY:
        return (read(*job) for job in jobs)
    from vaultkit.building.reading_apart import read_apart  # loads what starts processes

    return read_apart(jobs, processes)


def _bytes(file: Path, stat: Stat) -> bytes | None:
    if stat.size > MAX_BYTES:
        return None
    data = read_regular(file, MAX_BYTES + 1)
    return data if len(data) <= MAX_BYTES else None


def _unread(path: str, why: str) -> Fragment:
    kinds = ("note", "document") if kind(path) == "note" else ("file", "code")
    node = Node(node_id(path), note_label(path), *kinds, path, "L1", {"unread": True})
    problem = Problem(path, 0, 0, "error", "unreadable", f"this file {why}; nothing in it was read")
    return Fragment(path, nodes=(node,), problems=(problem,))
