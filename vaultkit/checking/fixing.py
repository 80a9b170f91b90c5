"""Applies fixes to a note: one after another, each undone unless it changes only what it says."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from extractors.properties.frontmatter import Frontmatter, read_frontmatter
from vaultkit.checking.check import check_note
from vaultkit.contract.contract import Contract
from vaultkit.contract.findings import Finding, Fix, applied
from vaultkit.contract.view import View

MAX_ROUNDS: Final = 50
"""A fix can make room for another; a note that does not come to rest in so many rounds is left as it is."""
MAX_PROPERTIES: Final = 200
"""A note in which more properties than that need a repair is left as it is: each repair reads the block again."""

_REMARK: Final = re.compile(r"(?:^|(?<=\s))#\s.*")
_LISTS: Final = frozenset({"tags", "tag", "aliases", "alias", "cssclasses", "cssclass"})


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
    first = findings = check_note(path, text, contract, view)
    original, done, seen = text, list[Finding](), {text}
    for _ in range(MAX_ROUNDS):
        changed, made = _round(text, findings)
        if changed == text:
            return Fixed(text, tuple(done), tuple(findings))
        if changed in seen:
            break
        seen.add(changed)
        text, done = changed, [*done, *made]
        findings = check_note(path, text, contract, view)
    return Fixed(original, (), tuple(first))


def _round(text: str, findings: Iterable[Finding]) -> tuple[str, list[Finding]]:
    """The text after the repairs that do not touch one another, and what was repaired.

    Those that may change the same properties are made and proved together, or else one by one.
    """
    groups: dict[frozenset[str], list[tuple[Fix, Finding]]] = {}
    for fix, finding in _chosen(findings):
        groups.setdefault(fix.keys, []).append((fix, finding))
    done: list[tuple[Fix, Finding]] = []
    for group in groups.values() if len(groups) <= MAX_PROPERTIES else ():
        if _holds(text, done, group):
            done += group
        elif 1 < len(group) <= MAX_PROPERTIES:
            for each in group:
                done += [each] if _holds(text, done, [each]) else []
    return _after(text, done), [finding for _, finding in done]


def _chosen(findings: Iterable[Finding]) -> Iterator[tuple[Fix, Finding]]:
    """The fixes that do not touch, in the order of their places; of two that do the first."""
    fixes = [(finding.fix, finding) for finding in findings if finding.fix is not None]
    last = -1
    for fix, finding in sorted(fixes, key=lambda each: each[0].edits):
        if fix.edits[0].start > last:
            last = max(edit.end for edit in fix.edits)
            yield fix, finding


def _holds(text: str, done: Sequence[tuple[Fix, Finding]], more: Sequence[tuple[Fix, Finding]]) -> bool:
    """Whether `more` fixes, all of the same properties, change those alone when they are made after others."""
    old, new = _after(text, done), _after(text, [*done, *more])
    before, after = read_frontmatter(old), read_frontmatter(new)
    keys = more[0][0].keys
    same_body = after.end > 0 and new[after.end :] == old[before.end :]
    same_values = _others(before, keys) == _others(after, keys)
    no_worse = _errors(after) <= _errors(before) and after.recovered <= before.recovered
    remarks = _keeps_remarks((old, before), (new, after), keys)
    return new != old and same_body and same_values and no_worse and remarks


def _keeps_remarks(old: tuple[str, Frontmatter], new: tuple[str, Frontmatter], keys: frozenset[str]) -> bool:
    """Whether every remark of the author's still stands beside, or above, what it stood at."""
    remarks = _remarks(*old)
    return not remarks or not {key.casefold() for key in keys} <= _LISTS or remarks == _remarks(*new)


def _remarks(text: str, frontmatter: Frontmatter) -> list[str]:
    """The lines of a block with a remark, sorted; a remark alone on its line with the line below.

    `#x` without a blank is a tag that somebody forgot to quote.
    """
    lines = [line.strip() for line in text[: frontmatter.end].split("\n")]
    marked = (at for at, line in enumerate(lines) if _REMARK.search(line))
    return sorted(lines[at] + ("\n" + lines[at + 1] if lines[at].startswith("#") else "") for at in marked)


def _after(text: str, fixes: Iterable[tuple[Fix, Finding]]) -> str:
    return applied(text, tuple(sorted(edit for fix, _ in fixes for edit in fix.edits)))


def _others(frontmatter: Frontmatter, keys: frozenset[str]) -> dict[str, str]:
    """The other properties, comparable: `1`, `1.0`, `true` and `"1"` differ, not-a-number equals itself."""
    return {key: repr(value) for key, value in frontmatter.data.items() if key not in keys}


def _errors(frontmatter: Frontmatter) -> int:
    return sum(problem.severity == "error" for problem in frontmatter.problems)
