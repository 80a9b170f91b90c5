"""Entries as rows of the shelf's tables, and back."""

from __future__ import annotations

import json
from typing import Any, Final

from vaultkit.memory.shelf.catalogs import Catalog, canonical
from vaultkit.memory.shelf.entry import Content, Entry, Knowledge, Statement, turn_of

CONTENT: Final = Content._fields
COLUMNS: Final[dict[Catalog, tuple[str, ...]]] = {
    "knowledge": ("name", *CONTENT, "created_at"),
    "statement": ("subject", "predicate", "object", *CONTENT, "created_at", "tr_start", "tr_end"),
}
ORDER: Final[dict[Catalog, str]] = {"knowledge": "created_at, turn, number", "statement": "created_at, number"}
"""Oldest first; within one moment by the turn of a conversation, which a name only spells."""


def content_row(content: Content) -> tuple[str, ...]:
    """The columns `CONTENT`."""
    return tuple(value if isinstance(value, str) else canonical(list(value)) for value in content)


def row_of(entry: Entry) -> dict[str, str | int | None]:
    """Every column that an entry fills."""
    content = dict(zip(CONTENT, content_row(entry.content), strict=True))
    row: dict[str, str | int | None] = {**entry._asdict(), **content}
    del row["content"]
    if isinstance(entry, Knowledge):
        place = turn_of(entry.name)
        return {**row, "turn": place[1] if place else 0}
    return {**row, "triple": entry.key}


def entry_of(catalog: Catalog, row: tuple[Any, ...]) -> Entry:
    """The entry of a row with the `COLUMNS` of its catalogue."""
    return knowledge_of(row) if catalog == "knowledge" else statement_of(row)


def knowledge_of(row: tuple[Any, ...]) -> Knowledge:
    """The knowledge of a row."""
    name, *content, created_at = row
    return Knowledge(name, _content_of(content), created_at)


def statement_of(row: tuple[Any, ...]) -> Statement:
    """The statement of a row."""
    subject, predicate, obj, *content, created_at, start, end = row
    return Statement(subject, predicate, obj, _content_of(content), created_at, start, end)


def _content_of(values: list[Any]) -> Content:
    data, form, *lists = values
    tags, scopes, synonyms, figures = (tuple(json.loads(each)) for each in lists)
    return Content(data, form, tags, scopes, synonyms, figures)
