"""Two sets of memories become one: nothing is lost, and it matters as little as possible which came first.

New memories are added. Of a memory on both sides, objects are merged field by field, lists are united, and where two
values conflict the one that was changed last stays. Merging again changes nothing. Pure.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, NamedTuple

from vaultkit.memory.mem.entry import Entry, Memories, canonical
from vaultkit.memory.mem.index import topics_of


class Merged(NamedTuple):
    """What comes of merging."""

    memories: Memories
    conflicts: list[str]
    """The ids of the memories in which one side had to give way."""
    is_new: bool
    """Whether anything came to ours."""


def merge_memories(ours: Memories, theirs: Memories) -> Merged:
    """Both sets in one, ordered by when each memory was made. Ours that do not change stay the same objects."""
    conflicts: list[str] = []
    merged = dict(ours)
    for key, entry in theirs.items():
        if key not in ours:
            merged[key] = entry
        elif not _is_same(entry, ours[key]):
            merged[key], is_conflict = merge_entries(ours[key], entry)
            conflicts += [key] if is_conflict else []
    is_new = len(merged) > len(ours) or not all(_is_same(merged[key], entry) for key, entry in ours.items())
    ordered = sorted(merged, key=lambda key: merged[key]["c"])
    return Merged({key: merged[key] for key in ordered}, sorted(conflicts), is_new)


def _is_same(one: Entry, other: Entry) -> bool:
    """Whether two states of a memory say the same in JSON, where 1 is neither true nor 1.0."""
    return one is other or (one == other and canonical(one) == canonical(other))


def merge_entries(one: Entry, other: Entry) -> tuple[Entry, bool]:
    """One memory of two states of it, and whether one of them had to give way."""
    late, early = (one, other) if one["u"] >= other["u"] else (other, one)
    both = _Both(is_tie=late["u"] == early["u"], conflicts=[])
    merged: Entry = {
        "d": both.merge(late["d"], early["d"]),
        "e": both.unite(late["e"], early["e"]),
        "t": both.choose(late["t"], early["t"]),
        "g": both.unite(late["g"], early["g"]),
        "i": both.choose(late["i"], early["i"]),
        "b": min((late["c"], late["b"]), (early["c"], early["b"]))[1],
        "c": min(late["c"], early["c"]),
        "u": late["u"],
        "a": max(late["a"], early["a"]),
    }
    evolved = both.unite(late.get("ev", []), early.get("ev", []))
    if evolved:
        merged["ev"] = sorted(evolved, key=lambda note: (note.get("t", ""), canonical(note)))
    return merged, bool(both.conflicts)


def uncounted(memories: Memories, ours: Mapping[str, int], theirs: Mapping[str, int]) -> dict[str, int]:
    """How many merged memories of a topic are not counted: the count is the higher one of both sides."""
    counts = Counter(topic for entry in memories.values() for topic in topics_of(entry))
    highest = {topic: max(ours.get(topic, 0), theirs.get(topic, 0)) for topic in counts}
    return {topic: count - highest[topic] for topic, count in counts.items() if highest[topic] < count}


class _Both(NamedTuple):
    """Two values, of which the first was changed last, unless it is a tie: then it must not matter which is first."""

    is_tie: bool
    conflicts: list[str]

    def merge(self, late: Any, early: Any) -> Any:
        """Objects field by field, lists united, else one of both."""
        if isinstance(late, dict) and isinstance(early, dict):
            shared = {key: self.merge(value, early[key]) if key in early else value for key, value in late.items()}
            return {**shared, **{key: value for key, value in early.items() if key not in late}}
        if isinstance(late, list) and isinstance(early, list):
            return self.unite(late, early)
        return self.choose(late, early)

    def choose(self, late: Any, early: Any) -> Any:
        """The value that was changed last; on a tie the one whose JSON text sorts last."""
        if canonical(late) == canonical(early):
            return late
        self.conflicts.append(canonical(early))
        return max(late, early, key=canonical) if self.is_tie else late

    def unite(self, late: list[Any], early: list[Any]) -> list[Any]:
        """The items of both, each once; a list that holds the other one stays as it is."""
        texts, others = list(map(canonical, late)), list(map(canonical, early))
        if self.is_tie and (set(others) > set(texts) or (set(others) == set(texts) and others > texts)):
            return early
        if self.is_tie and not set(texts) >= set(others) and others > texts:
            late, early, texts, others = early, late, others, texts
        return late + [item for item, text in zip(early, others, strict=True) if text not in set(texts)]
