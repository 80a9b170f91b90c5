"""The type is listed first: a reader sees at once what kind of note it is."""

from __future__ import annotations

from collections.abc import Iterator

from vaultkit.contract.contract import Contract
from vaultkit.contract.draft import Draft, fix
from vaultkit.contract.findings import Finding
from vaultkit.contract.view import View
from vaultkit.contract.yaml_edits import moved_first


def check(note: Draft, contract: Contract, view: View | None) -> Iterator[Finding]:
    """Tags of which another comes before the type."""
    prefix = f"{contract.first}/"
    index = next((i for i, (name, _) in enumerate(note.tags) if name.lower().startswith(prefix)), 0)
    if not contract.first or index == 0:
        return
    name, item = note.tags[index]
    items = list(note.items(str(item.path[0])))
    edits = moved_first(note, items, int(item.path[1]))
    fixed = fix("puts it first", str(item.path[0]), *edits) if edits else None
    yield note.finding(item.place, "facet-not-first", f"list `{name}` first", fixed)
