"""No conflict markers of git: a merge was not finished, and both sides stand in the note."""

from __future__ import annotations

import re
from collections.abc import Iterator

from graph.regex import regex
from vaultkit.contract.contract import Contract
from vaultkit.contract.draft import START, Draft
from vaultkit.contract.findings import Finding
from vaultkit.contract.view import View

_MARKER = regex(r"^(?:<{7}|>{7}|\|{7})(?=[ \r\n]|\Z)", re.M)


def check(note: Draft, contract: Contract, view: View | None) -> Iterator[Finding]:
    """The first marker that stands in the frontmatter or the content, not in code."""
    if "<<<<<<<" not in note.text and ">>>>>>>" not in note.text:
        return
    for marker in _MARKER.finditer(note.text):
        if marker.start() < note.frontmatter.end or note.note.content.prose[marker.start()] != " ":
            line, column = note.lines.place(marker.start())
            message = "this is a conflict marker of git; keep one of the two sides and remove the markers"
            yield note.finding(START._replace(line=line, column=column), "conflict-markers", message)
            return
