"""The memories of several branches: how many each has, and those of one added to those of another."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from vaultkit.errors import VaultkitError
from vaultkit.git.objects import Reader
from vaultkit.memory.mem.changes import Changed
from vaultkit.memory.mem.entry import Memories
from vaultkit.memory.mem.index import build_index
from vaultkit.memory.mem.merge import merge_memories, uncounted
from vaultkit.memory.mem.naming import find_source
from vaultkit.memory.mem.store import PARTS, Place, fresh_index, list_names, read_memories, read_stored
from vaultkit.memory.mem.writing import change_memories
from vaultkit.nearest import nearest


def branches_answer(place: Place) -> dict[str, Any]:
    """The branches that have memories, with how many; and the current one. Raises VaultkitError.

    One whose memories cannot be read has an `error` beside a count of 0: it hides no other.
    """
    with Reader(place.repository.folder) as reader:
        names = sorted({*list_names(place.repository), place.name})
        listed = {name: {**_counted(reader, place, name), "current": name == place.name} for name in names}
    return {"branches": listed, "current": place.name}


def _counted(reader: Reader, place: Place, name: str) -> dict[str, Any]:
    try:
        stored = read_memories(reader, place) if name == place.name else read_stored(reader, name, place.root)
    except VaultkitError as fault:
        return {"count": 0, "error": str(fault)}
    return {"count": len(stored.memories)}


def merge_branch(place: Place, source: str, now: datetime) -> dict[str, Any]:
    """Add the memories of a branch (`feature/auth` or `feature-auth`) to those of the current one.

    Answers with what was merged, the ids of memories in which one side gave way, and what went wrong. Raises
    VaultkitError.
    """
    with Reader(place.repository.folder) as reader:
        name = find_source(reader, source)
        if name is None or name == place.name:
            return {"merged": [], "conflicts": [], "errors": [_refused(place, source, name)]}
        stored = read_stored(reader, name, place.root)
        known = fresh_index(reader, name, place.root, stored.blob)
        theirs = (known or build_index(stored.memories, {}, {})).topics

    def change(memories: Memories) -> tuple[Changed, list[str]]:
        merged = merge_memories(memories, stored.memories)
        with Reader(place.repository.folder) as again:
            ours = _topics(again, place, memories)
        fewer = uncounted(merged.memories, ours, theirs)
        message = f"merge the memories of {name}" if merged.is_new else ""
        return Changed(merged.memories, message, fewer), merged.conflicts

    return {"merged": list(PARTS), "conflicts": change_memories(place, change, now), "errors": []}


def _topics(reader: Reader, place: Place, memories: Memories) -> dict[str, int]:
    stored = read_memories(reader, place)
    known = fresh_index(reader, stored.name, place.root, stored.blob)
    return (known or build_index(memories, {}, {})).topics


def _refused(place: Place, source: str, name: str | None) -> str:
    if name is not None:
        return f"{source} is the current branch"
    near = nearest(source.replace("/", "-"), list_names(place.repository))
    return f"no memories of a branch {source}" + (f"; did you mean {near}?" if near else "")
