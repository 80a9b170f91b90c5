"""Every note has frontmatter: without it the router cannot show what the note is about."""

from __future__ import annotations

from collections.abc import Iterator

from vaultkit.contract.contract import Contract
from vaultkit.contract.draft import START, Draft
from vaultkit.contract.findings import Finding
from vaultkit.contract.view import View


def check(note: Draft, contract: Contract, view: View | None) -> Iterator[Finding]:
    """A note that begins without a block, not even a broken one."""
    if not note.has_block and not note.frontmatter.problems:
        tags = ", ".join(f"{name}/.." for name in contract.required)
        message = (
            f"there is no frontmatter; begin the note with --- , summary: .., tags: [{tags}] and --- , a line each"
        )
        yield note.finding(START, "frontmatter-missing", message)
