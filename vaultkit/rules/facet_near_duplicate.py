"""One spelling a facet: `tool/sem-rush` beside `tool/semrush` splits what belongs together."""

from __future__ import annotations

from collections.abc import Iterator

from graph.text import fold
from vaultkit.contract.contract import Contract
from vaultkit.contract.draft import Draft
from vaultkit.contract.findings import Finding
from vaultkit.contract.view import View, near_key


def check(note: Draft, contract: Contract, view: View | None) -> Iterator[Finding]:
    """A value that other notes, no fewer of them, spell in another way."""
    if view is None:
        return
    for name, item in note.tags:
        namespace, _, value = fold(name).partition("/")
        if not value or namespace not in contract.namespaces:
            continue
        used = view.facets(namespace)
        alike = [
            (count, other) for other, count in used.items() if other != value and near_key(other) == near_key(value)
        ]
        if alike and max(alike)[0] >= used.get(value, 1):
            count, other = max(alike)
            who = f"{count} other notes write" if count > 1 else "another note writes"
            message = f"{who} {namespace}/{other}; use one spelling"
            yield note.finding(item.place, "facet-near-duplicate", message)
