"""A memory in one short line."""

from __future__ import annotations

import json
from typing import Any, Final

LIMIT: Final = 50
"""Characters of a summary in the index."""
_SAID: Final = (
    *("decision", "preference", "learned", "learning", "task", "question", "summary", "progress", "note"),
    *("text", "content", "description"),
)
"""Keys whose value says what a memory is about, the best first."""
_SUBJECTS: Final = ("topic", "subject", "title", "name", "project", "category", "area")
_SAMPLE: Final = 400
"""Characters that are looked at: more than any summary has."""


def summarise(data: Any, limit: int = LIMIT) -> str:
    """What a memory says, in one line of at most `limit` characters."""
    return shortened(_words(data), limit)


def shortened(text: str, limit: int) -> str:
    """A text in one line, cut at `limit` characters with an ellipsis."""
    line = " ".join(text[: 4 * _SAMPLE].split())
    return line if len(line) <= limit else line[: limit - 1].rstrip() + "…"


def _words(data: Any) -> str:
    if not isinstance(data, dict):
        return _plain(data)
    fields = {key.casefold(): value for key, value in data.items() if value not in (None, "", [], {})}
    said = next((_plain(fields[key]) for key in _SAID if key in fields), "")
    subject = next((_plain(fields[key]) for key in _SUBJECTS if key in fields), "")
    if said:
        return f"{subject}: {said}" if subject and subject.casefold() not in said.casefold() else said
    return ", ".join(f"{key}: {_plain(value)}" for key, value in data.items())


def _plain(value: Any) -> str:
    if isinstance(value, str):
        return value[:_SAMPLE]
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        return ", ".join(value)[:_SAMPLE]
    return json.dumps(value, ensure_ascii=False)[:_SAMPLE]
