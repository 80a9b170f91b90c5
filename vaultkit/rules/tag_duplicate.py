"""No tag stands twice: Obsidian compares tags without case."""

from __future__ import annotations

from collections.abc import Iterator

from graph.text import fold
from vaultkit.contract.contract import Contract
from vaultkit.contract.draft import Draft, fix
from vaultkit.contract.findings import Finding
from vaultkit.contract.view import View
from vaultkit.contract.yaml_edits import removed


def check(note: Draft, contract: Contract, view: View | None) -> Iterator[Finding]:
    """Each tag that is there already; the first one stays (help: Tags, shown in the first casing seen)."""
    seen: set[str] = set()
    key = note.key("tags")
    items = list(note.items(key)) if key is not None and note.tags else []
    for name, item in note.tags:
        if key is None or fold(name) not in seen:
            seen.add(fold(name))
            continue
        edit = removed(note, items[int(item.path[1]) - 1], item)
        fixed = fix("removes the second", key, edit) if edit else None
        yield note.finding(item.place, "tag-duplicate", f"`{name}` stands twice; remove one", fixed)
