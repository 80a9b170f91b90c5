"""The summary cascade: what waits to be condensed at each level, and summaries above exactly what was read.

Level 1 takes all messages once they fill the context of the model; level N takes the oldest 16 summaries below it. A
summary comes from whoever read the batch; none is ever made up, and none covers a part of a batch.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Final, NamedTuple, TypeVar

from vaultkit.errors import UsageError, VaultkitError
from vaultkit.indexing.terms import Where
from vaultkit.memory.shelf.catalogs import stamp
from vaultkit.memory.shelf.entry import Content, Knowledge, Statement
from vaultkit.memory.shelf.messages import MESSAGE
from vaultkit.memory.shelf.store import Store

BATCH_SIZE: Final = 16
"""Summaries under one of the next level; also how many messages are worth a hint to the agent."""
SUMMARY: Final = "summary"
CONTEXT_LIMIT: Final = "context limit"
"""Why a summary is due when the context is full; a new session begins after it."""
_FULL: Final = (9, 10)
"""The share of a model's context at which it is time."""
_DIGITS: Final = 4
"""Digits of a level that nobody reaches."""
_CHARACTERS: Final = 4
"""Characters of a token, as the cascade counts them."""


class Level(NamedTuple):
    """What waits at one level of the cascade."""

    level: int
    tag: str
    """Of the items."""
    items: tuple[Knowledge, ...]
    """What no summary condenses yet, oldest first."""
    batch: tuple[Knowledge, ...]
    """What the next summary condenses; empty while none is due."""
    why: str
    """Why one is due: `token threshold`, `context limit`, `batch of 16`; "" while none is."""
    through: str = ""
    """The item of the batch that arrived last: what arrives later was not read, whatever its time says."""

    @property
    def tokens(self) -> int:
        """Of the items: a token for 4 characters."""
        return _characters(self.items) // _CHARACTERS


class Limits(NamedTuple):
    """How much a model can hold."""

    max_tokens: int
    context_tokens: int = 0
    """How much of it is in use, if known."""

    @property
    def threshold(self) -> int:
        """Tokens from which on it is time for a summary."""
        return -(-self.max_tokens * _FULL[0] // _FULL[1])

    def reached_by(self, tokens: float) -> bool:
        """Whether it is time for a summary."""
        return tokens * _FULL[1] >= self.max_tokens * _FULL[0]


class Load(NamedTuple):
    """What waits at one level of the cascade, counted."""

    level: int
    tag: str
    """Of the items."""
    entries: int
    tokens: int
    why: str
    """As that of a `Level`."""


_Counted = TypeVar("_Counted", Level, Load)


def loads(store: Store, scope: str, limits: Limits) -> list[Load]:
    """How much waits at every level at which something does, upward; the first one always. Only sizes are read."""
    query = (
        "SELECT waiting.tag, count(*), sum(length(data)) FROM waiting JOIN knowledge USING (number)"
        " JOIN label ON label.kind = 'scopes' AND value = ? AND catalog = 'knowledge' AND label.number = waiting.number"
        " WHERE waiting.tag = ? OR waiting.tag GLOB 'summary [0-9]*' GROUP BY waiting.tag"
    )
    found = {tag: numbers for tag, *numbers in store.connection.execute(query, (scope, MESSAGE))}
    levels = {_level_above(tag): tag for tag in (MESSAGE, *found)}
    return [_load(level, levels[level], found, limits) for level in sorted(levels) if level]


def level_of(store: Store, level: int, scope: str, limits: Limits) -> Level:
    """What waits at a level in a scope."""
    tag = MESSAGE if level == 1 else f"{SUMMARY} {level - 1}"
    where = Where(
        "number IN (SELECT number FROM waiting WHERE tag = :tag) AND number IN"
        " (SELECT number FROM label WHERE catalog = 'knowledge' AND kind = 'scopes' AND value = :scope)",
        {"tag": tag, "scope": scope},
    )
    items = tuple(store.all_knowledge(where))
    why = _why(level, len(items), _characters(items), limits)
    batch = (items if level == 1 else items[:BATCH_SIZE]) if why else ()
    arrived = store.numbers("knowledge", [item.name for item in batch])
    return Level(level, tag, items, batch, why, max(arrived, key=lambda name: arrived[name], default=""))


def pending(store: Store, scope: str, limits: Limits) -> list[Level]:
    """Every level at which something waits, upward; the first one always."""
    levels = [level_of(store, 1, scope, limits)]
    query = "SELECT DISTINCT tag FROM waiting WHERE tag GLOB 'summary [0-9]*'"
    highest = max((_level_above(tag) for (tag,) in store.connection.execute(query)), default=1)
    for number in range(2, highest + 1):
        level = level_of(store, number, scope, limits)
        if level.items:
            levels.append(level)
    return levels


def due(levels: Sequence[_Counted]) -> _Counted | None:
    """The lowest level at which a summary is due."""
    return next((level for level in levels if level.why), None)


def _load(level: int, tag: str, found: Mapping[str, Sequence[int]], limits: Limits) -> Load:
    count, characters = found.get(tag, (0, 0))
    return Load(level, tag, count, characters // _CHARACTERS, _why(level, count, characters, limits))


def _level_above(tag: str) -> int:
    """The level whose summaries condense entries of a tag; 0 for a tag of no level."""
    number = tag.removeprefix(f"{SUMMARY} ")
    if tag == MESSAGE:
        return 1
    is_level = number.isascii() and number.isdecimal() and not number.startswith("0") and len(number) < _DIGITS
    return int(number) + 1 if is_level else 0


class Draft(NamedTuple):
    """A summary as it is handed in."""

    name: str
    text: str
    through: str
    """The item that arrived last of those that were read for it."""
    level: int = 0
    """0: the lowest at which one is due."""


class Written(NamedTuple):
    """A summary that was stored."""

    entry: Knowledge
    level: Level
    """As it was before."""


def summarize(store: Store, draft: Draft, scope: str, limits: Limits, now: datetime) -> Written:
    """Store a summary of a batch, and link every item that was read to it; what was logged since goes on waiting.

    Raises VaultkitError if no summary is due, or `through` ends no batch.
    """
    if not draft.text.strip():
        raise UsageError("an empty summary condenses nothing", "give its text")
    with store.changing():
        wanted = level_of(store, draft.level, scope, limits) if draft.level else due(pending(store, scope, limits))
        if wanted is None or not wanted.why:
            raise VaultkitError("no summary is due", "see: vaultkit shelf pending")
        batch = _read(store, wanted, draft.through, limits)
        tags = (SUMMARY, f"{SUMMARY} {wanted.level}")
        entry = store.create_knowledge(draft.name, Content(draft.text.strip(), tags=tags, scopes=(scope,)), now)
        for item in batch:
            link = Statement(entry.name, SUMMARY, item.name, Content(scopes=(scope,)), stamp(now))
            store.create_statement(link, now, embed=False)
    return Written(entry, wanted._replace(batch=batch))


def _read(store: Store, level: Level, through: str, limits: Limits) -> tuple[Knowledge, ...]:
    """The batch as it was when `through` was its last arrival. Raises VaultkitError if that was no whole batch."""
    arrived = store.numbers("knowledge", [item.name for item in level.items])
    remedy = f"read what waits, then say --through {level.through}"
    if through not in arrived:
        raise VaultkitError(f"{through!r} does not wait at level {level.level}", remedy)
    items = tuple(item for item in level.items if arrived[item.name] <= arrived[through])
    batch = items if level.level == 1 else items[:BATCH_SIZE]
    if not _why(level.level, len(batch), _characters(batch), limits) or through not in {item.name for item in batch}:
        raise VaultkitError(f"{through!r} does not end a batch", remedy)
    return batch


def _why(level: int, count: int, characters: int, limits: Limits) -> str:
    if level > 1:
        return f"batch of {BATCH_SIZE}" if count >= BATCH_SIZE else ""
    if limits.reached_by(characters / _CHARACTERS):
        return "token threshold"
    return CONTEXT_LIMIT if count and limits.reached_by(limits.context_tokens) else ""


def _characters(items: tuple[Knowledge, ...]) -> int:
    return sum(len(item.content.data) for item in items)
