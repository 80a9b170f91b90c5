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
_SURROGATE = regex(r"\\u[dD][89a-fA-F][0-9a-fA-F]{2}")
_BLANK_LINE = regex(r"^[ ]*+\t[ \t]*+$", re.M)


class Masked(NamedTuple):
    """A text as YAML 1.1 can read it, character for character, and how values are turned back."""

    text: str
    characters: dict[int, str]
    escapes: dict[str, str]
    """What stands for escapes of half a surrogate pair, where they are read as plain text."""

    def restored(self, value: str) -> str:
        """A value as the author wrote it; two halves of a pair are one character, a lone half is U+FFFD."""
        value = value.translate(self.characters) if self.characters else value
        if not self.escapes:
            return value
        for other, escape in self.escapes.items():
            value = value.replace(other, escape)
        return value.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def masked(text: str) -> Masked:
    """The text with a stand-in of equal length for all that YAML 1.1 refuses.

    Obsidian reads characters beyond the basic plane as JSON spells them, as pairs (`\\ud83d\\ude00`).
    """
    shown, characters = stand_in(text)
    halves = sorted(set(_SURROGATE.findall(shown))) if "\\u" in shown else []
    if not halves:
        return Masked(shown, characters, {})
    lower = shown.lower()
    free = (code for code in range(0xE000, 0xF900) if chr(code) not in shown and f"\\u{code:04x}" not in lower)
    codes = dict(zip(halves, free, strict=False))
    escapes = {f"\\u{code:04x}": escape for escape, code in codes.items()}
    shown = _SURROGATE.sub(lambda match: f"\\u{codes[match[0]]:04x}" if match[0] in codes else match[0], shown)
    return Masked(shown, {**characters, **{code: chr(int(escape[2:], 16)) for escape, code in codes.items()}}, escapes)


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
