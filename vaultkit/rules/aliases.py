"""Aliases are a list of texts: Obsidian ignores a single text and numbers."""

from __future__ import annotations

from collections.abc import Iterator

from vaultkit.contract.contract import Contract
from vaultkit.contract.draft import Draft, fix
from vaultkit.contract.findings import Finding
from vaultkit.contract.view import View
from vaultkit.contract.yaml_edits import as_list, in_quotes, quote


def check(note: Draft, contract: Contract, view: View | None) -> Iterator[Finding]:
    """A value that is no list, or items that are no texts (help: Aliases; release notes 1.9.0)."""
    key = note.key("aliases")
    if key is None or not note.is_sound(key):
        return
    value = note.frontmatter.data[key]
    if isinstance(value, str):
        edit = as_list(note, key, [value]) if value.strip() and "," not in value else None
        fixed = fix("makes it a list", key, edit) if edit else None
        message = f"Obsidian reads aliases only from a list; write {key}: [..]"
        yield note.finding(note.place(key), "aliases-not-list", message, fixed)
    elif value is not None:
        for item in note.items(key):
            if not isinstance(item.value, str | None):
                raw = note.raw(item.place)
                message = f"an alias is a text; put it in quotes: {quote(raw[:100])}"
                yield note.finding(item.place, "alias-not-text", message, in_quotes(note, key, item.value, item.place))
