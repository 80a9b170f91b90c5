"""Finds chunks by the words of a question and the time it names."""

from __future__ import annotations

import json
import os
import re
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime, timedelta
from typing import Final, NamedTuple

from graph.asking.fusion import fused
from graph.stopwords import ALL, CJK_STOPS
from graph.tokens import words_of
from vaultkit.indexing.terms import ANY, Where
from vaultkit.memory.episodes.meaning import Embedding, nearest
from vaultkit.memory.episodes.ranking import Preference, rank
from vaultkit.memory.hit import Hit
from vaultkit.memory.periods import Period, timed

_IDLE: Final = re.compile(
    r"\b(?:happen(?:ed|s|ing)?|do(?:ing|ne)?|did|work(?:ed|ing)?|going|wrote|written|new|up|anything|everything|things?|been)\b"
    r"|[做干]|发生|事情?",
    re.IGNORECASE,
)
"""What is said of a time when nothing else is asked for: `what did I do yesterday`."""
LAYER: Final = "episodes"
COUNT: Final = 5
_DEEP: Final = 100
"""Ranks that are fused."""


class Wanted(NamedTuple):
    """What a search is limited to."""

    most: int = COUNT
    since: date | None = None
    until: date | None = None
    source: str = ""
    """A file or folder, absolute."""
    half_life: int = 0
    """Days after which it counts half that something is recent; 0 if it does not count."""
    embedding: Embedding | None = None
    """By which model meanings are compared; None if words alone count."""


class Found(NamedTuple):
    """An answer."""

    hits: tuple[Hit, ...]
    note: str = ""
    """What the reader should know of how it was found."""


def search(connection: sqlite3.Connection, question: str, wanted: Wanted, now: datetime) -> Found:
    """The chunks that answer a question best, best first.

    A time that is said from today on limits the days. If nothing was written then, the whole question is asked of all
    days, and the answer says so.
    """
    period = timed(question, now).period
    if period is not None and period.is_relative:
        words = timed(question, now).rest
        if not _has_subject(words):
            return Found(tuple(_hits(connection, _written(connection, _where(wanted, period), wanted.most))))
        ranked = _ranked(connection, words, wanted, period, Preference(None, wanted.half_life, now.date()))
        if ranked:
            return Found(tuple(_hits(connection, ranked[: wanted.most])))
    preference = Preference(period, wanted.half_life, now.date())
    ranked = _ranked(connection, question, wanted, None, preference)
    note = ""
    if period is not None and period.is_relative and ranked:
        note = f"nothing fits from {period.first} to {period.last}; these are of other days"
    return Found(tuple(_hits(connection, ranked[: wanted.most])), note)


def _has_subject(words: str) -> bool:
    """Whether a question asks for something, and not only what was done at a time."""
    left = _IDLE.sub(" ", words)
    for stop in CJK_STOPS:
        left = left.replace(stop, " ")
    return any(word.casefold() not in ALL for word in words_of(left))


def _written(connection: sqlite3.Connection, where: Where, most: int) -> list[tuple[str, float]]:
    """(id, 0) of what was written at a time, in its order, the last of it."""
    condition = where.sql.replace("document.id", "here.id")
    query = f"SELECT id FROM chunk AS here WHERE {condition} ORDER BY at DESC, source DESC, position DESC LIMIT :most"
    found = connection.execute(query, {**where.values, "most": most}).fetchall()
    return [(row[0], 0.0) for row in reversed(found)]


def _ranked(
    connection: sqlite3.Connection, words: str, wanted: Wanted, period: Period | None, preference: Preference
) -> list[tuple[str, float]]:
    """(id, score), best first: by words, and by meaning too if a model is named."""
    where = _where(wanted, period)
    found = rank(connection, words, where, preference)
    if wanted.embedding is None or not wanted.embedding.is_on:
        return found
    near = nearest(connection, words, where, wanted.embedding.embedder(), _DEEP)
    return fused([[identity for identity, _ in found[:_DEEP]], near], (1.0, wanted.embedding.weight))


def _where(wanted: Wanted, period: Period | None) -> Where:
    """The chunks that come into question. Days are compared as text; what has none is of no time."""
    firsts = [day for day in (wanted.since, period.first if period else None) if day]
    lasts = [day for day in (wanted.until, period.last if period else None) if day]
    parts: list[str] = []
    values: dict[str, str | int] = {}
    if firsts:
        parts.append("at >= :since")
        values["since"] = max(firsts).isoformat()
    if lasts:
        parts.append("at > '' AND at < :until")
        values["until"] = (min(lasts) + timedelta(days=1)).isoformat()
    if wanted.source:
        parts.append("(source = :source OR substr(source, 1, length(:below)) = :below)")
        values["source"] = wanted.source
        values["below"] = wanted.source.rstrip(os.sep) + os.sep
    if not parts:
        return ANY
    return Where(f"EXISTS (SELECT 1 FROM chunk WHERE chunk.id = document.id AND {' AND '.join(parts)})", values)


def _hits(connection: sqlite3.Connection, ranked: Sequence[tuple[str, float]]) -> Iterable[Hit]:
    ids = json.dumps([identity for identity, _ in ranked])
    rows = connection.execute(
        "SELECT id, source, line, headings, at, text FROM chunk WHERE id IN (SELECT value FROM json_each(?))", (ids,)
    )
    found: Mapping[str, tuple[str, int, str, str, str]] = {row[0]: row[1:] for row in rows}
    for identity, score in ranked:
        source, line, headings, at, text = found[identity]
        yield Hit(LAYER, identity, f"{source}:{line}", at, text, "", " › ".join(json.loads(headings)), round(score, 4))
