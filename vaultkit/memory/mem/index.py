"""What is derived from the memories of a branch: the compact index and the entities. Both can be made again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, Final, NamedTuple, TypedDict

from vaultkit.memory.mem.entities import TOP
from vaultkit.memory.mem.entry import SESSION_TAGS, Entry, Memories
from vaultkit.memory.mem.summary import summarise

_NEWEST: Final = 5
"""Ids that the index names for a topic."""


class Line(TypedDict):
    """A memory in the index."""

    s: str
    """Its summary."""
    e: list[str]
    """Its first entities."""
    t: str
    i: str
    u: str
    """The day of its last change."""


class Index(NamedTuple):
    """The compact index of a branch."""

    topics: dict[str, int]
    """How many memories a topic has, the most first."""
    lines: dict[str, Line]
    """By id, in the order in which they were made."""
    critical: list[str]
    """The ids of all critical memories."""
    fewer: dict[str, int]
    """Memories of a topic that are not counted: merged branches take the maximum of both counts, not the sum."""


def build_index(memories: Memories, known: Mapping[str, Line], fewer: Mapping[str, int]) -> Index:
    """The index of memories; `known` are the lines of those that have not changed."""
    lines = {key: known.get(key) or _line(entry) for key, entry in memories.items()}
    counts = Counter(topic for entry in memories.values() for topic in topics_of(entry))
    counted = {topic: count - fewer.get(topic, 0) for topic, count in counts.most_common()}
    return Index(
        topics={topic: count for topic, count in sorted(counted.items(), key=lambda item: -item[1]) if count > 0},
        lines=lines,
        critical=[key for key, entry in memories.items() if entry["i"] == "c"],
        fewer={topic: count for topic, count in fewer.items() if count and counts[topic]},
    )


def topics_of(entry: Entry) -> list[str]:
    """What a memory counts for: its tags and its first entities."""
    tags = (tag.casefold() for tag in entry["g"] if tag not in SESSION_TAGS)
    return list(dict.fromkeys([*tags, *entry["e"][:TOP]]))


def entity_index(memories: Memories) -> dict[str, list[str]]:
    """The ids of the memories that speak of an entity."""
    found: dict[str, list[str]] = {}
    for key, entry in memories.items():
        for entity in entry["e"]:
            found.setdefault(entity, []).append(key)
    return found


def encode_index(index: Index, memories: Memories, source: str) -> dict[str, Any]:
    """The index as its note holds it; `source` is the blob of the memories that it was made of."""
    newest: dict[str, list[str]] = {}
    for key in reversed(memories):
        for topic in topics_of(memories[key]):
            ids = newest.setdefault(topic, [])
            if len(ids) < _NEWEST:
                ids.append(key)
    topics = {topic: {"n": count, "r": newest.get(topic, [])} for topic, count in index.topics.items()}
    state: dict[str, Any] = {"mem": source} | ({"fewer": index.fewer} if index.fewer else {})
    return {"t": topics, "m": index.lines, "c": index.critical, "s": state}


def decode_index(data: Any, source: str) -> Index | None:
    """The index that a note holds, None if it was not made of the memories in the blob `source`."""
    match data:
        case {"t": dict(topics), "m": dict(lines), "c": list(critical), "s": {"mem": made_of, **state}} if (
            made_of == source
        ):
            fewer: Any = state.get("fewer", {})
            return Index({topic: each["n"] for topic, each in topics.items()}, lines, critical, fewer)
        case _:
            return None


def _line(entry: Entry) -> Line:
    return {
        "s": summarise(entry["d"]),
        "e": entry["e"][:TOP],
        "t": entry["t"],
        "i": entry["i"],
        "u": entry["u"][:10],
    }
