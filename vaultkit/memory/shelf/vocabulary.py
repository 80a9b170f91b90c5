"""Which scopes and tags a shelf uses, and whether a new one looks like another spelling of an old one."""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import get_close_matches
from typing import Final, NamedTuple

from graph.text import counted, fold
from vaultkit.memory.shelf.entry import GLOBAL_LABEL, LOG_TAGS, Content
from vaultkit.memory.shelf.store import Store

_ALIKE: Final = 0.85
"""Likeness from which two spellings may be one word."""
_LONGER: Final = 4
"""Characters by which two spellings may differ in length."""
_SEPARATORS: Final = re.compile(r"[\s_./:-]+")
_DIGITS: Final = re.compile(r"\d+")
_KINDS: Final = {"scopes": "scope", "tags": "tag"}


class Label(NamedTuple):
    """A scope or a tag, and how many entries have it."""

    value: str
    entries: int


def labels(store: Store, kind: str) -> list[Label]:
    """The `scopes` or `tags` of all entries, by name."""
    query = "SELECT value, count(*) FROM label WHERE kind = ? GROUP BY value ORDER BY value"
    return [Label(*row) for row in store.connection.execute(query, (kind,))]


def is_used(store: Store, kind: str, value: str) -> bool:
    """Whether an entry has this scope or tag."""
    query = "SELECT 1 FROM label WHERE kind = ? AND value = ? LIMIT 1"
    return store.connection.execute(query, (kind, value)).fetchone() is not None


def near_spelling(value: str, known: Sequence[str]) -> str:
    """The known name that `value` may be a misspelling of, "" if none is; numbers tell names apart."""
    digits, longest = _DIGITS.findall(value), len(value) + _LONGER
    near_in_length = (name for name in known if name and len(value) - _LONGER <= len(name) <= longest)
    candidates = {name: _folded(name) for name in near_in_length if _DIGITS.findall(name) == digits}
    wanted = _folded(value)
    same = [name for name, folded in candidates.items() if folded == wanted]
    if same or not value:
        return same[0] if same else ""
    near = get_close_matches(wanted, list(candidates.values()), 1, _ALIKE)
    return next((name for name, folded in candidates.items() if near and folded == near[0]), "")


def new_spellings(store: Store, content: Content) -> list[str]:
    """A warning for each scope and tag that nobody uses yet while one that is near is in use."""
    warnings = []
    for kind, word in _KINDS.items():
        fresh = [value for value in getattr(content, kind) if value and not is_used(store, kind, value)]
        known = labels(store, kind) if fresh else []
        counts = {label.value: label.entries for label in known}
        for value in fresh:
            if near := near_spelling(value, list(counts)):
                entries = f"{counted(counts[near], 'entry')} {'has' if counts[near] == 1 else 'have'}"
                warnings.append(f"the {word} {value!r} is new here; {entries} {near!r}: if that is meant, use it")
    return warnings


def other_spelling(store: Store, scope: str) -> str:
    """The spelling that is in use where a scope looks meant; "" if something is known in it, or none is near.

    What was only said in it, the log, does not count: that is written under whatever a folder is called.
    """
    said = (
        "SELECT 1 FROM label WHERE kind = 'tags' AND value IN (?, ?, ?)"
        " AND catalog = own.catalog AND number = own.number"
    )
    query = (
        "SELECT 1 FROM label AS own WHERE kind = 'scopes' AND value = ? AND catalog = 'knowledge'"
        f" AND NOT EXISTS ({said}) LIMIT 1"
    )
    if store.connection.execute(query, (scope, *LOG_TAGS)).fetchone():
        return ""
    return near_spelling(scope, [each.value for each in labels(store, "scopes") if each.value != scope])


def shown(scope: str) -> str:
    """A scope as people see it."""
    return scope or GLOBAL_LABEL


def _folded(name: str) -> str:
    return _SEPARATORS.sub("", fold(name))
