"""The days of a note are days of the calendar: one that is none sorts wrongly and leads to no daily note."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import Final

from extractors.markdown.references import iso_date
from vaultkit.contract.contract import Contract
from vaultkit.contract.draft import Draft
from vaultkit.contract.findings import Finding
from vaultkit.contract.view import View

_DATES: Final = frozenset({"date", "created", "updated", "modified", "due"})
"""The names under which vaults keep days, case does not count; what else looks like one may be a number."""


def check(note: Draft, contract: Contract, view: View | None) -> Iterator[Finding]:
    """Dates in ISO 8601's form that no calendar has."""
    for key in note.frontmatter.data:
        for item in note.items(key) if key.lower() in _DATES else ():
            day = iso_date(item.value) if isinstance(item.value, str) else ""
            if day and not _is_day(day):
                yield note.finding(item.place, "date-invalid", f"{day} is no day of the calendar; correct it")


def _is_day(day: str) -> bool:
    try:
        date.fromisoformat(day)
    except ValueError:
        return False
    return True
