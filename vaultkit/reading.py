"""Opens one file of a root and has it extracted; a file that cannot be read is a problem, not a failure."""

from __future__ import annotations

import hashlib
import time
from pathlib import Path
from typing import NamedTuple

from extractors import registry
from extractors.readable import kind
from extractors.source import MAX_BYTES, Source, note_label
from graph.model import Fragment, Node, Problem, node_id
from vaultkit.files import read_regular
from vaultkit.filestat import Stat, is_settled
from vaultkit.index import Known


class Reading(NamedTuple):
    """A file, read."""

    known: Known
    fragment: Fragment | None
    """What it says; None if its bytes are those that were read last time."""
    data: bytes = b""


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
    return Reading(now, registry.extract(Source(path, data)), data)


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
