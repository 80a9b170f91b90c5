"""A note's name can be linked: no characters that links use, and no twin that differs in case only."""

from __future__ import annotations

from collections.abc import Iterator

from graph.notes.names import name_problems
from vaultkit.contract.contract import Contract
from vaultkit.contract.draft import START, Draft
from vaultkit.contract.findings import Finding
from vaultkit.contract.view import View


def check(note: Draft, contract: Contract, view: View | None) -> Iterator[Finding]:
    """What is wrong with the path of the note (help: Internal links)."""
    for problem in name_problems([note.path]):
        yield Finding(problem)
    twins = view.twins(note.path) if view is not None else []
    if twins:
        message = f"differs from {twins[0]!r} in case only; rename one: other systems cannot keep both"
        yield note.finding(START._replace(line=0, column=0), "case-collision", message)
