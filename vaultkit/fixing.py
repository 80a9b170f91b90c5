"""Applies fixes to a note: one after another, each undone unless it changes only what it says."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from extractors.frontmatter import Frontmatter, read_frontmatter
from vaultkit.checking import check_note
from vaultkit.contract import Contract
from vaultkit.findings import Finding, Fix, applied
from vaultkit.view import View

MAX_ROUNDS: Final = 50
"""A fix can make room for another; a note with more than that many layers stays as the last round left it."""


class Fixed(NamedTuple):
    """A note after its fixes."""

    text: str
    done: tuple[Finding, ...]
    """What was repaired, in the order it was done."""
    left: tuple[Finding, ...]
    """What is still to be done by hand."""


def fix_note(path: str, text: str, contract: Contract, view: View | None = None) -> Fixed:
    """The note with every certain repair made; the same text if there is none. Fixing again changes nothing.

    Line ends, indentation and quotes stay as they are, and so does every byte of the body.
    """
    done: list[Finding] = []
    seen = {text}
    findings = check_note(path, text, contract, view)
    for _ in range(MAX_ROUNDS):
        changed = text
        for finding in _chosen(findings):
            if finding.fix is not None and (new := _safely(changed, finding.fix)) is not None:
                changed = new
                done.append(finding)
        if changed in seen:
            break
        seen.add(changed)
        text = changed
        findings = check_note(path, text, contract, view)
    return Fixed(text, tuple(done), tuple(findings))


def _chosen(findings: Iterable[Finding]) -> Iterator[Finding]:
    """The findings whose fixes do not touch, the last in the text first: what comes before stays in its place."""
    chosen: list[tuple[int, int, Finding]] = []
    for finding in findings:
        if finding.fix is not None:
            start, end = finding.fix.edits[0].start, max(edit.end for edit in finding.fix.edits)
            if all(end < other_start or start > other_end for other_start, other_end, _ in chosen):
                chosen.append((start, end, finding))
    return (finding for _, _, finding in sorted(chosen, key=lambda each: each[0], reverse=True))


def _safely(text: str, fix: Fix) -> str | None:
    """The text after a fix, None if anything but the properties it names would change."""
    new = applied(text, fix.edits)
    before, after = read_frontmatter(text), read_frontmatter(new)
    same_body = after.end > 0 and new[after.end :] == text[before.end :]
    same_values = _others(before, fix.keys) == _others(after, fix.keys)
    no_worse = _errors(after) <= _errors(before) and after.recovered <= before.recovered
    return new if new != text and same_body and same_values and no_worse else None


def _others(frontmatter: Frontmatter, keys: frozenset[str]) -> dict[str, str]:
    """The other properties, comparable: `1`, `1.0`, `true` and `"1"` differ, not-a-number equals itself."""
    return {key: repr(value) for key, value in frontmatter.data.items() if key not in keys}


def _errors(frontmatter: Frontmatter) -> int:
    return sum(problem.severity == "error" for problem in frontmatter.problems)
