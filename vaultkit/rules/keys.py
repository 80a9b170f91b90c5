"""Properties are called as Obsidian knows them: `tags`, `aliases`, `cssclasses`, in lower case."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from vaultkit.contract.contract import Contract
from vaultkit.contract.draft import Draft
from vaultkit.contract.findings import Edit, Finding, Fix
from vaultkit.contract.view import View

_RENAMED: Final = {"tag": "tags", "alias": "aliases", "cssclass": "cssclasses"}
"""Release notes 1.9.0: the names in the singular are no longer read."""
_KNOWN: Final = ("summary", "tags", "aliases", "cssclasses")


def check(note: Draft, contract: Contract, view: View | None) -> Iterator[Finding]:
    """Names that Obsidian no longer reads, and names in other casing (release notes 1.4.1: they are read)."""
    data = note.frontmatter.data
    for key in data:
        folded = key.lower()
        right = _RENAMED.get(folded)
        if right is not None:
            message = f"`{key}` is no longer read by Obsidian; write `{right}` and a list"
            yield note.finding(note.key_place(key), "deprecated-key", message, _rename(note, key, right))
        elif key != folded and folded in _KNOWN:
            message = f"write `{folded}` in lower case, as Obsidian does"
            yield note.finding(note.key_place(key), "key-casing", message, _rename(note, key, folded))


def _rename(note: Draft, key: str, right: str) -> Fix | None:
    """The fix, unless there is a property of the right name already."""
    place = note.key_place(key)
    if note.key(right) not in (None, key) or note.raw(place).strip("\"'") != key:
        return None
    written = note.raw(place).replace(key, right)
    return Fix(f"renames it to {right}", (Edit(place.start, place.end, written),), frozenset({key, right}))
