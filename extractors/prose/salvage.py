"""What can be saved of an answer that broke off or went round in circles: its whole entries, each once."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any, Final

from graph.regex import regex

LISTS: Final = ("entities", "relations")
_OPENINGS: Final = {name: regex(rf'"{name}"\s*:\s*\[') for name in LISTS}
_GAP: Final = regex(r"[\s,]*")


def saved(answer: object) -> dict[str, list[Any]]:
    """The lists of an answer as far as they go, of its text or what was read of it; nothing is proved by that."""
    if isinstance(answer, str):
        return {name: _distinct(_entries(answer, name)) for name in LISTS}
    found = answer if isinstance(answer, dict) else {}
    return {name: _distinct(found[name] if isinstance(found.get(name), list) else ()) for name in LISTS}


def united(answers: Iterable[dict[str, Any]]) -> dict[str, list[Any]]:
    """All entries of several answers about parts of one text."""
    given = list(answers)
    return {name: _distinct(entry for answer in given for entry in answer[name]) for name in LISTS}


def _entries(text: str, name: str) -> Iterator[Any]:
    """The entries of a list in a text that breaks off somewhere."""
    decoder, opening = json.JSONDecoder(), _OPENINGS[name].search(text)
    at = opening.end() if opening else len(text)
    while gap := _GAP.match(text, at):
        try:
            entry, at = decoder.raw_decode(text, gap.end())
        except (ValueError, RecursionError):
            return
        yield entry


def _distinct(entries: Iterable[Any]) -> list[Any]:
    return list({repr(entry): entry for entry in entries}.values())
