"""One block of frontmatter a note: Obsidian shows a second one as text."""

from __future__ import annotations

import re
from collections.abc import Iterator

from extractors.properties.frontmatter import read_frontmatter
from graph.regex import regex
from vaultkit.contract.contract import Contract
from vaultkit.contract.draft import START, Draft
from vaultkit.contract.findings import Finding
from vaultkit.contract.view import View

_FENCE = regex(r"\s*+^(?=---[ \t]*+\r?\n)", re.M)


def check(note: Draft, contract: Contract, view: View | None) -> Iterator[Finding]:
    """A block of properties right below the frontmatter."""
    end = note.frontmatter.end
    fence = _FENCE.match(note.text, end) if end else None
    if fence is None:
        return
    second = read_frontmatter(note.text[fence.end() :])
    if second.data and not second.recovered:
        line, column = note.lines.place(fence.end())
        message = "a second block of frontmatter is text to Obsidian; move its properties into the first and remove it"
        yield note.finding(START._replace(line=line, column=column), "double-frontmatter", message)
