"""What a rule finds: a problem, and where it is sure the edit that repairs it."""

from __future__ import annotations

from typing import NamedTuple

from graph.model import Problem


class Edit(NamedTuple):
    """One change of a text."""

    start: int
    end: int
    """Offsets [start, end) of what goes."""
    text: str
    """What comes in its place."""


class Fix(NamedTuple):
    """A repair whose outcome is certain."""

    does: str
    """What it does, in words."""
    edits: tuple[Edit, ...]
    """Sorted, none overlapping; all of them inside the frontmatter."""
    keys: frozenset[str]
    """The properties whose value it may change."""


class Finding(NamedTuple):
    """A problem and its fix."""

    problem: Problem
    fix: Fix | None = None


def applied(text: str, edits: tuple[Edit, ...]) -> str:
    """The text after the edits, which are sorted and do not overlap; linear time."""
    parts: list[str] = []
    end = 0
    for edit in edits:
        parts += [text[end : edit.start], edit.text]
        end = edit.end
    return "".join([*parts, text[end:]])
