"""Links lead somewhere: to one file, and to a heading or block that is there."""

from __future__ import annotations

import re
from collections.abc import Iterator

from graph.model import Problem
from graph.regex import regex
from vaultkit.contract.contract import Contract
from vaultkit.contract.draft import Draft, fix
from vaultkit.contract.findings import Edit, Finding, Fix
from vaultkit.contract.repairs import offset_of, value_at
from vaultkit.contract.view import View

_ADVISED = regex(r"write (\[\[[^\[\]|]+\|([^\[\]|]+)\]\])\Z")


def check(note: Draft, contract: Contract, view: View | None) -> Iterator[Finding]:
    """What a look-up of every link comes to (help: Internal links)."""
    if view is not None:
        for problem in view.link_problems(note, body=contract.body_links):
            yield Finding(problem, _alias_fix(note, problem))


def _alias_fix(note: Draft, problem: Problem) -> Fix | None:
    """The note's name before its alias, in a property: the body is nobody's but its author's."""
    advised = _ADVISED.search(problem.message) if problem.rule == "alias-as-target" else None
    offset = offset_of(note, problem)
    if advised is None or offset >= note.frontmatter.end:
        return None
    path = value_at(note, offset)
    place = note.frontmatter.places.get(path) if path else None
    raw = note.raw(place) if place else ""
    written = f"[[{advised[2]}]]"
    if path is None or raw.count(written) != 1 or re.search(r"[\"'\\]", advised[1]):
        return None
    at = offset + raw.find(written)
    return fix("links the note by its name", str(path[0]), Edit(at, at + len(written), advised[1]))
