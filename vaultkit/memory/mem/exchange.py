"""Memories as JSON lines, to take elsewhere and back: one object a line, the id under `id`."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from datetime import datetime
from typing import Any

from vaultkit.errors import VaultkitError
from vaultkit.memory.characters import well_formed
from vaultkit.memory.mem.changes import Changed
from vaultkit.memory.mem.entry import RANK, Entry, Memories, id_of, kept_data, new_entry, parse_json, stamp
from vaultkit.memory.mem.kinds import KINDS
from vaultkit.memory.mem.merge import merge_memories
from vaultkit.memory.redact import redact


def export_lines(memories: Memories) -> Iterator[str]:
    """A line for each memory, in the order in which they were made."""
    for key, entry in memories.items():
        yield json.dumps({"id": key, **entry}, ensure_ascii=False, separators=(",", ":"))


def import_lines(text: str, branch: str, now: datetime) -> Memories:
    """The memories in JSON lines, cleaned as any new one. Raises VaultkitError that names the line which is none."""
    found: Memories = {}
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            key, entry = _read(line, number, branch, now)
            found = merge_memories(found, {key or id_of(entry["d"], found): entry}).memories
    return found


def merged_in(new: Memories, source: str) -> Callable[[Memories], tuple[Changed, dict[str, Any]]]:
    """Add memories to those there are; answers with how many are new and the ids of those that conflicted."""

    def change(memories: Memories) -> tuple[Changed, dict[str, Any]]:
        merged = merge_memories(memories, new)
        answer = {"imported": len(new.keys() - memories.keys()), "conflicts": merged.conflicts}
        return Changed(merged.memories, f"import {source}" if merged.is_new else ""), answer

    return change


def _read(line: str, number: int, branch: str, now: datetime) -> tuple[str, Entry]:
    """(id or "", memory) of a line; what it leaves out is worked out."""
    try:
        value = parse_json(well_formed(line))
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, dict) or "d" not in value:
        remedy = 'each line is an object with "d", the data; nothing was imported'
        raise VaultkitError(f"line {number} is no memory", remedy)
    data = kept_data(value["d"], now)
    entry = new_entry(data, _texts(value.get("g")), "n", branch, now)
    entry["e"] = _texts(value["e"]) if isinstance(value.get("e"), list) else entry["e"]
    entry["i"] = value["i"] if value.get("i") in RANK else "n"
    entry["t"] = value["t"] if value.get("t") in KINDS else entry["t"]
    entry["b"] = str(value.get("b") or branch)
    entry["c"], entry["u"] = _stamp(value.get("c"), now), _stamp(value.get("u"), now)
    entry["a"] = value["a"] if isinstance(value.get("a"), int) else 0
    notes = [note for note in value.get("ev") or [] if isinstance(note, dict) and isinstance(note.get("n"), str)]
    if notes:
        entry["ev"] = [{"n": redact(note["n"]), "t": _stamp(note.get("t"), now)} for note in notes]
    return redact(str(value.get("id") or "")), entry


def _texts(value: Any) -> list[str]:
    return [redact(item) for item in value if isinstance(item, str)] if isinstance(value, list) else []


def _stamp(value: Any, now: datetime) -> str:
    try:
        return datetime.fromisoformat(value).strftime("%Y-%m-%dT%H:%M:%S")
    except (TypeError, ValueError):
        return stamp(now)
