"""What can be done to memories: each function makes new memories of those there are. Pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from vaultkit.memory.characters import well_formed
from vaultkit.memory.dates import absolute_dates
from vaultkit.memory.mem.entities import entities_of
from vaultkit.memory.mem.entry import SESSION_TAGS, Entry, Memories, canonical, id_of, kept_data, new_entry, stamp
from vaultkit.memory.mem.kinds import kind_of
from vaultkit.memory.mem.summary import summarise
from vaultkit.memory.redact import redact


class Changed(NamedTuple):
    """What a write makes of memories."""

    memories: Memories
    """Those that are the same objects as before have not changed."""
    message: str
    """What was done, in a line; "" if nothing was, and then nothing is written."""
    fewer: Mapping[str, int] | None = None
    """Memories of a topic that are not counted; None: as before."""
    is_remark: bool = False
    """Whether it takes the place of the last write in the history: nothing that anybody would want undone."""


Change = Callable[[Memories], tuple[Changed, str]]
"""What makes new memories of old ones, and answers with the id of the memory it is about, "" if there is none."""


class Update(NamedTuple):
    """What is to change of a memory; None: nothing."""

    data: Any = None
    has_data: bool = False
    tags: list[str] | None = None
    importance: str | None = None
    is_merged: bool = False
    """Whether data that is an object is added to the one there is."""


def remember(data: Any, tags: list[str], importance: str | None, branch: str, now: datetime) -> Change:
    """Keep new data. What is remembered already is one memory: it gets the tags, the importance and the time."""

    def change(memories: Memories) -> tuple[Changed, str]:
        entry = new_entry(data, tags, importance or "n", branch, now)
        key = next((key for key, each in memories.items() if _same(each["d"], entry["d"])), None)
        if key is None:
            key = id_of(entry["d"], memories)
            return Changed({**memories, key: entry}, _told("remember", key, entry)), key
        old = memories[key]
        again: Entry = {
            **old,
            "g": list(dict.fromkeys([*old["g"], *tags])),
            "i": importance or old["i"],
            "u": stamp(now),
        }
        return Changed({**memories, key: again}, _told("remember again", key, again)), key

    return change


def update(key: str, wanted: Update, now: datetime) -> Change:
    """Change a memory: its data, tags, importance."""

    def change(memories: Memories) -> tuple[Changed, str]:
        old = memories.get(key)
        if old is None:
            return _nothing(memories)
        entry: Entry = {**old, "u": stamp(now)}
        if wanted.has_data:
            data = kept_data(wanted.data, now)
            both = isinstance(data, dict) and isinstance(old["d"], dict) and wanted.is_merged
            entry["d"] = {**old["d"], **data} if both else data
            entry["e"], entry["t"] = entities_of(entry["d"]), kind_of(entry["d"])
        if wanted.tags is not None:
            entry["g"] = wanted.tags
        if wanted.importance is not None:
            entry["i"] = wanted.importance
        return Changed({**memories, key: entry}, _told("update", key, entry)), key

    return change


def evolve(key: str, note: str, now: datetime) -> Change:
    """Add a note on how a memory has changed."""

    def change(memories: Memories) -> tuple[Changed, str]:
        old = memories.get(key)
        if old is None:
            return _nothing(memories)
        added = {"n": absolute_dates(redact(well_formed(note)), now), "t": stamp(now)}
        entry: Entry = {**old, "u": stamp(now), "ev": [*old.get("ev", []), added]}
        return Changed({**memories, key: entry}, _told("evolve", key, entry)), key

    return change


def forget(key: str) -> Change:
    """Leave a memory out."""

    def change(memories: Memories) -> tuple[Changed, str]:
        old = memories.get(key)
        if old is None:
            return _nothing(memories)
        rest = {each: entry for each, entry in memories.items() if each != key}
        return Changed(rest, _told("forget", key, old)), key

    return change


def accessed(key: str) -> Change:
    """Count that a memory was recalled."""

    def change(memories: Memories) -> tuple[Changed, str]:
        old = memories.get(key)
        if old is None:
            return _nothing(memories)
        entry: Entry = {**old, "a": old["a"] + 1}
        return Changed({**memories, key: entry}, f"recall {key}", is_remark=True), key

    return change


def end_session(summary: Any, branch: str, now: datetime, prune_after_days: int) -> Change:
    """Keep the summary of a session, count topics anew, and leave out `low` memories that are too old.

    Too old is what has not changed for more than `prune_after_days` days; 0 keeps all.
    """
    keep = remember(summary, list(SESSION_TAGS), None, branch, now)
    oldest = stamp(now - timedelta(prune_after_days)) if prune_after_days else ""

    def change(memories: Memories) -> tuple[Changed, str]:
        changed, key = keep(memories)
        kept = {each: entry for each, entry in changed.memories.items() if entry["i"] != "l" or entry["u"] >= oldest}
        gone = len(changed.memories) - len(kept)
        message = changed.message + (f" ({gone} of low importance pruned)" if gone else "")
        return Changed(kept, message, fewer={}), key

    return change


def _same(one: Any, other: Any) -> bool:
    """Whether two data are the same JSON: to Python, 1 and true are equal."""
    return bool(one == other) and canonical(one) == canonical(other)


def _told(what: str, key: str, entry: Entry) -> str:
    return f"{what} {key}: {''.join(letter for letter in summarise(entry['d']) if letter.isprintable())}"


def _nothing(memories: Memories) -> tuple[Changed, str]:
    return Changed(memories, ""), ""
