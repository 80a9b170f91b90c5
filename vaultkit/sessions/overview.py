"""What a session is told of a root, kept as a file so that a hook need not ask the index."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, NamedTuple

from vaultkit.sessions.conventions import Entry


class Overview(NamedTuple):
    """The map of a root in short."""

    name: str
    kind: str
    """vault or project."""
    nodes: int
    notes: int
    gods: tuple[Entry, ...] = ()
    """The entry points, the best first; one that is no file has the path ""."""
    conventions: tuple[Entry, ...] = ()
    """The notes with a `convention/` tag, by path."""


def encode_overview(overview: Overview) -> bytes:
    """The overview as its file holds it: the same for the same graph."""
    return json.dumps(overview._asdict(), ensure_ascii=False, sort_keys=True).encode("utf-8", "replace") + b"\n"


def read_overview(file: Path) -> Overview | None:
    """The overview in a file; None if there is none, or it is torn or of another version."""
    try:
        record = json.loads(file.read_bytes())
        gods, conventions = _entries(record.pop("gods")), _entries(record.pop("conventions"))
        return Overview(gods=gods, conventions=conventions, **record)
    except (OSError, ValueError, TypeError, AttributeError, KeyError):
        return None


def _entries(listed: list[list[Any]]) -> tuple[Entry, ...]:
    return tuple(Entry(str(path), str(title), str(summary), tuple(tags)) for path, title, summary, tags in listed)
