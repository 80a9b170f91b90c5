"""What a memory is: the data an agent gave, and what is known of it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Any, Final, TypedDict

from vaultkit.errors import UsageError
from vaultkit.memory.characters import well_formed
from vaultkit.memory.dates import absolute_dates_value
from vaultkit.memory.mem.entities import entities_of
from vaultkit.memory.mem.kinds import kind_of
from vaultkit.memory.redact import redact, redact_value

IMPORTANCE: Final = {"c": "critical", "h": "high", "n": "normal", "l": "low"}
"""From what must never be forgotten to what may be pruned."""
RANK: Final = {letter: rank for rank, letter in enumerate(IMPORTANCE)}
SESSION_TAGS: Final = ("session", "auto")
"""Of the summary that ends a session: they tell how it came about, not what it is about."""
_SHORTEST: Final = 8
"""Characters of an id: more only if two contents would share it."""


class _Evolved(TypedDict, total=False):
    ev: list[dict[str, str]]
    """Evolution notes: `n` the note, `t` its time."""


class Entry(_Evolved):
    """A memory, under the names that it has in the note."""

    d: Any
    """The data."""
    e: list[str]
    """Its entities, the telling ones first."""
    t: str
    """Its type."""
    g: list[str]
    """Its tags."""
    i: str
    """Its importance."""
    b: str
    """The branch it comes from."""
    c: str
    """When it was made: ISO 8601, UTC."""
    u: str
    """When it was last changed."""
    a: int
    """How often it was recalled."""


Memories = dict[str, Entry]
"""By id, in the order in which they were made."""


def new_entry(data: Any, tags: Iterable[str], importance: str, branch: str, now: datetime) -> Entry:
    """A memory made now, its data as it may be kept: without secrets, its dates absolute."""
    return {
        "d": (kept := kept_data(data, now)),
        "e": entities_of(kept),
        "t": kind_of(kept),
        "g": list(tags),
        "i": importance,
        "b": branch,
        "c": stamp(now),
        "u": stamp(now),
        "a": 0,
    }


def kept_data(data: Any, now: datetime) -> Any:
    """Data as it may be kept: without secrets, its dates absolute. Raises UsageError if it is nested too deeply."""
    try:
        return absolute_dates_value(redact_value(data), now)
    except RecursionError as fault:
        raise UsageError("the memory is nested too deeply", "make it flatter") from fault


def parse_data(text: str) -> Any:
    """What a text means as a memory: its JSON value, else the text itself. Raises UsageError if it is empty."""
    text = well_formed(text)
    if not text.strip():
        raise UsageError("an empty memory is none", "give JSON or a text")
    try:
        return parse_json(text)
    except ValueError:
        return text
    except RecursionError as fault:
        raise UsageError("the memory is nested too deeply", "make it flatter") from fault


def parse_json(text: str) -> Any:
    """The value of a JSON text, its texts well formed. Raises ValueError on what is none, `NaN` and `1e999` too."""
    value = json.loads(text, parse_constant=_refuse)
    return json.loads(well_formed(json.dumps(value, ensure_ascii=False, allow_nan=False)))


def parse_tags(text: str) -> list[str]:
    """The tags of `a,b`, each once, without secrets and hash signs."""
    words = (redact(well_formed(word)).strip().lstrip("#") for word in text.split(","))
    return list(dict.fromkeys(word for word in words if word))


def id_of(data: Any, taken: Mapping[str, Entry]) -> str:
    """The id of new data: the start of its MD5, longer if another memory has that. The same data has the same id."""
    digest = hashlib.md5(canonical(data).encode(), usedforsecurity=False).hexdigest()
    return next((digest[:length] for length in range(_SHORTEST, len(digest)) if digest[:length] not in taken), digest)


def important_first(memories: Memories, keys: Iterable[str]) -> list[str]:
    """Ids by importance; of the same one, the latest first."""
    latest = list(keys)[::-1]
    return sorted(latest, key=lambda key: RANK.get(memories[key]["i"], len(RANK)))


def canonical(value: Any) -> str:
    """The one JSON text of a value."""
    return json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":"))


def stamp(now: datetime) -> str:
    """A time as memories keep it: `2024-01-15T10:30:00`, in UTC, so that it orders across machines."""
    return now.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S")


def _refuse(constant: str) -> Any:
    raise ValueError(constant)
