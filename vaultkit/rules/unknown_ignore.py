"""What a note ignores are rules: a misspelt one silences nothing."""

from __future__ import annotations

from collections.abc import Iterator

from vaultkit.contract.contract import Contract
from vaultkit.contract.draft import Draft
from vaultkit.contract.findings import Finding
from vaultkit.contract.view import View
from vaultkit.nearest import nearest
from vaultkit.rulebook import IGNORE_KEY, RULEBOOK


def check(note: Draft, contract: Contract, view: View | None) -> Iterator[Finding]:
    """Each name under `vaultkit-ignore` that is no rule."""
    key = note.key(IGNORE_KEY)
    if key is None or note.frontmatter.data[key] is None:
        return
    for item in note.items(key):
        if item.value not in RULEBOOK:
            near = nearest(str(item.value), RULEBOOK)
            advice = f"did you mean {near}?" if near else "see `vaultkit check --rules`"
            yield note.finding(item.place, "unknown-ignore", f"there is no rule {str(item.value)[:60]!r}; {advice}")
