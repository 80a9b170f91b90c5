"""What the reader of frontmatter finds: fences, YAML that is none, and what YAML drops without a word."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from graph.model import Problem
from vaultkit.contract.contract import Contract
from vaultkit.contract.draft import Draft
from vaultkit.contract.findings import Finding
from vaultkit.contract.repairs import offset_of, repair, value_at
from vaultkit.contract.view import View

_OF_SUMMARY: Final = {
    "value-truncated-by-comment": "summary-truncated-by-comment",
    "value-swallowed-by-anchor": "summary-swallowed-by-anchor",
}


def check(note: Draft, contract: Contract, view: View | None) -> Iterator[Finding]:
    """Each problem of the reader, with its repair where that is certain."""
    for problem in note.frontmatter.problems:
        if not _is_remark_on_a_tag(note, problem):
            yield Finding(_named(note, problem), repair(note, problem))


def _named(note: Draft, problem: Problem) -> Problem:
    """The summary has rules of its own for what YAML drops."""
    rule = _OF_SUMMARY.get(problem.rule)
    if rule is not None and note.key("summary") is not None:
        first, last = note.key_place("summary"), note.place("summary")
        if first.line <= problem.line <= last.line:
            return problem._replace(rule=rule)
    return problem


def _is_remark_on_a_tag(note: Draft, problem: Problem) -> bool:
    """No tag has a blank in it, so a comment behind one is a comment."""
    if problem.rule != "value-truncated-by-comment":
        return False
    offset = offset_of(note, problem)
    path = value_at(note, offset)
    return path is not None and path[0] == note.key("tags") and note.text[offset + 1 : offset + 2].isspace()
