"""A stretch of a file that holds YAML: places in it, and its text as a YAML 1.1 parser can read it."""

from __future__ import annotations

import re
from typing import NamedTuple

from graph.regex import regex


class Place(NamedTuple):
    """Where a value stands in a file."""

    line: int
    """1-based, in the whole file."""
    column: int
    """1-based, in characters."""
    start: int
    end: int
    """Offsets [start, end) into the text of the file; equal for an empty value."""


class Piece(NamedTuple):
    """A stretch of a file that holds YAML."""

    path: str
    text: str
    """The whole file."""
    start: int
    end: int
    line: int
    """1-based line of `start`."""
    column: int = 1
    """1-based column of `start`."""

    @property
    def first(self) -> Place:
        """The place of its first character."""
        return Place(self.line, self.column, self.start, self.start)

    def place(self, start: int, end: int | None = None) -> Place:
        """The place of the text from `start` to `end`, offsets into the file; linear in their distance."""
        return moved(self.text, self.first, start - self.start)._replace(end=start if end is None else end)


def moved(text: str, place: Place, by: int) -> Place:
    """A place that starts `by` characters later."""
    skipped = text[place.start : place.start + by]
    lines = skipped.count("\n")
    column = len(skipped) - skipped.rfind("\n") if lines else place.column + by
    return Place(place.line + lines, column, place.start + by, max(place.end, place.start + by))


def quoted(text: str) -> str:
    """A text as a double-quoted YAML scalar, for a message; cut after 200 characters."""
    shortened = text if len(text) <= 200 else text[:200] + ".."
    return '"' + shortened.replace("\\", "\\\\").replace('"', '\\"') + '"'


_FOREIGN = regex("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]|\r(?!\n)")
_BLANK_LINE = regex(r"^[ ]*+\t[ \t]*+$", re.M)


def stand_in(text: str) -> tuple[str, dict[int, str]]:
    """The text with a stand-in of equal length for each character that YAML 1.1 refuses or breaks at.

    Obsidian accepts control characters, and in YAML 1.2 (5.4) U+0085, U+2028, U+2029 break no line, nor does
    a lone CR for Obsidian. The second value turns the stand-ins back (`str.translate`). Tabs on blank lines,
    which libyaml alone minds, become spaces.
    """
    if "\t" in text:
        text = _BLANK_LINE.sub(lambda line: " " * len(line[0]), text)
    foreign = sorted(set(_FOREIGN.findall(text)))
    if not foreign:
        return text, {}
    taken = set(text)
    free = (chr(code) for code in range(0x10FFFD, 0xFFFF, -1) if chr(code) not in taken)
    pairs = dict(zip(foreign, free, strict=False))
    masked = _FOREIGN.sub(lambda match: pairs[match[0]], text)
    return masked, {ord(other): char for char, other in pairs.items()}
