"""What is answered about memories: compact objects, each within a budget of tokens. Pure."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any, Final

from vaultkit.memory.mem.entry import Memories, important_first
from vaultkit.memory.mem.index import Index, Line
from vaultkit.memory.mem.summary import shortened, summarise

TIER_0: Final = 50
"""Tokens of the overview at the start of a session, about."""
TIER_1: Final = 100
"""Tokens of the memories of a topic, about."""
_CHARACTERS: Final = 4
"""Of a token, about."""
_SHORT: Final = 32
"""Characters of a summary in tier 0."""


def overview(branch: str, index: Index) -> dict[str, Any]:
    """Tier 0: branch, topics, critical memories, count, high ones. `cut` says how many of each did not fit."""
    critical = [{"id": key, "s": _cut(index.lines[key]), "t": index.lines[key]["t"]} for key in index.critical[::-1]]
    high = [{"id": key, "s": _cut(line)} for key, line in reversed(index.lines.items()) if line["i"] == "h"]
    topics = [{name: count} for name, count in index.topics.items()]
    left = TIER_0 * _CHARACTERS - len(branch) - 40
    left, shown_critical = _fill(critical, left, least=2, most=3)
    left, shown_high = _fill(high, left, least=1, most=2)
    left, shown_topics = _fill(topics, left, least=3, most=8)
    shown = {
        "b": branch,
        "t": {name: count for topic in shown_topics for name, count in topic.items()},
        "c": shown_critical,
        "n": len(index.lines),
        "h": shown_high,
    }
    return shown | _cut_off(c=len(critical) - len(shown_critical), h=len(high) - len(shown_high))


def topic_answer(topic: str, memories: Memories, ids: Iterable[str], limit: int | None) -> dict[str, Any]:
    """Tier 1: the memories of a topic, as many as fit into the budget, or `limit`. `cut` says how many did not."""
    found = [_brief(key, memories) for key in ids]
    if limit is not None:
        shown = found[:limit]
    else:
        _, shown = _fill(found, TIER_1 * _CHARACTERS - len(topic) - 24, least=5, most=10)
    cut = len(found) - len(shown)
    return {"topic": topic, "mem": shown} | ({"cut": cut} if cut else {})


def lines_answer(index: Index, ids: Iterable[str]) -> dict[str, Line]:
    """Memories as the index has them."""
    return {key: index.lines[key] for key in ids}


def recall_overview(branch: str, index: Index) -> dict[str, Any]:
    """All memories at a glance: count, topics, the last ones."""
    recent = [{"id": key, "s": line["s"]} for key, line in list(index.lines.items())[:-6:-1]]
    return {"b": branch, "n": len(index.lines), "t": list(index.topics)[:10], "recent": recent}


def entities_answer(entities: Mapping[str, list[str]], limit: int | None) -> dict[str, Any]:
    """All entities with how many memories speak of them, the frequent first."""
    ranked = sorted(entities, key=lambda name: (-len(entities[name]), name))
    return {"entities": {name: len(entities[name]) for name in ranked[:limit]}, "total": len(entities)}


def entity_answer(name: str, ids: list[str], memories: Memories, limit: int) -> dict[str, Any]:
    """An entity and the memories that speak of it, the important ones first."""
    ranked = important_first(memories, ids)
    listed = [{"id": key, "s": summarise(memories[key]["d"]), "t": memories[key]["t"]} for key in ranked[:limit]]
    return {"entity": name, "count": len(ids), "memories": listed}


def _brief(key: str, memories: Memories) -> dict[str, str]:
    entry = memories[key]
    return {"id": key, "s": summarise(entry["d"]), "t": entry["t"], "i": entry["i"], "b": entry["b"]}


def _cut(line: Line) -> str:
    return shortened(line["s"], _SHORT)


def _fill(items: list[dict[str, Any]], left: int, *, least: int, most: int) -> tuple[int, list[dict[str, Any]]]:
    """(characters left, items shown): at least and at most so many, between them as many as fit."""
    shown: list[dict[str, Any]] = []
    for item in items[:most]:
        size = len(json.dumps(item, ensure_ascii=False, separators=(",", ":"))) + 1
        if len(shown) >= least and size > left:
            break
        shown.append(item)
        left -= size
    return left, shown


def _cut_off(**counts: int) -> dict[str, Any]:
    cut = {key: count for key, count in counts.items() if count}
    return {"cut": cut} if cut else {}
