"""Headings and blocks of a note as link targets (help: Internal links; obsidian.d.ts: resolveSubpath, stripHeading)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from graph.model import Heading
from graph.regex import regex
from graph.text import fold

_SPECIAL = regex(r"[!\"#$%&()*+,.:;<=>?@^`{|}~/\[\]\\\s]+")
_PREFIX = "user-content-"
"""What GitHub puts before the ids of its pages; a link leads to them with or without it."""


class Anchors(NamedTuple):
    """What a subpath can point at in one note."""

    headings: tuple[tuple[int, str], ...]
    """(level, plain text) in order."""
    blocks: frozenset[str]
    fragments: frozenset[str] = frozenset()
    """Folded: what addresses of pages call places in it; none in a vault, where Obsidian alone shows notes."""

    def has(self, subpath: str) -> bool:
        """Whether `Heading`, `Heading#Sub heading`, `^block` or what a page calls `fragment` stands in the note."""
        if subpath.lower().removeprefix(_PREFIX) in self.fragments:
            return True
        if subpath.startswith("^"):
            return subpath[1:].strip().lower() in self.blocks
        chain = [plain_heading(part) for part in subpath.split("#") if part.strip()]
        return not chain or any(
            self._continues(chain[1:], start + 1, level)
            for start, (level, text) in enumerate(self.headings)
            if text == chain[0]
        )

    def _continues(self, chain: list[str], start: int, level: int) -> bool:
        """Whether the rest of a heading chain stands in the section of the heading before `start`."""
        for wanted in chain:
            for index in range(start, len(self.headings)):
                below, text = self.headings[index]
                if below <= level:
                    return False
                if text == wanted:
                    start, level = index + 1, below
                    break
            else:
                return False
        return True


def anchors(headings: Sequence[Heading], blocks: Sequence[str]) -> Anchors:
    """The anchors of a note with these headings and block ids."""
    return Anchors(tuple((heading.level, plain_heading(heading.text)) for heading in headings), frozenset(blocks))


def plain_heading(text: str) -> str:
    """A heading as links compare it: special characters and runs of blanks are one blank, case does not count."""
    return fold(_SPECIAL.sub(" ", text).strip())
