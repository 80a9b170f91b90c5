"""Says of a broken line of frontmatter what is wrong with it and what to write instead."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from extractors.properties.piece import Piece, Place, quoted
from extractors.properties.yaml12 import Fault, read
from graph.model import Problem
from graph.regex import regex


class Section(NamedTuple):
    """A top-level line `key: value` with the lines under it, or one item of a list."""

    key: str
    """"" for an item, and for lines that belong to no key."""
    piece: Piece
    value: int
    """Offset of the value, behind the colon or the dash."""

    @property
    def first_line(self) -> str:
        """The value as far as it stands on the line of its key."""
        return self.piece.text[self.value : line_end(self.piece.text, self.value, self.piece.end)].strip()


def explain(section: Section, fault: Fault) -> Problem:
    """The fault of a section as a problem: its rule, its place, and what to write instead."""
    piece = section.piece
    for rule, pattern, message in _INVISIBLE:
        found = pattern.search(piece.text, piece.start, piece.end)
        if found is not None:
            return _problem(piece, piece.place(found.start(1)), rule, message)
    hash_sign = _HASH_IN_LIST.match(piece.text, section.value, piece.end)
    if hash_sign is not None:
        message = "`#` starts a comment in YAML; write tags without it: [type/note, domain/x]"
        return _problem(piece, piece.place(hash_sign.start(1)), "unquoted-hash", message)
    return _problem(piece, fault.place, "yaml", _advice(section, fault))


_INVISIBLE: Final = (
    (
        "yaml-nbsp",
        regex(r"^[^\n:]*+:(\u00a0)|^[ ]*+(\u00a0)", re.M),
        "this is a no-break space (U+00A0), a letter like any other for YAML; write an ordinary space",
    ),
    (
        "yaml-tab-indentation",
        regex(r"^[ ]*+(\t)[ \t]*+[^\s#]", re.M),
        "YAML allows no tab at the start of a line; indent with two spaces",
    ),
)
_HASH_IN_LIST = regex(r"[ \t]*+\[(?:[^\n\]\"'#]*+(?<=[\s,\[]))(#)")


def _problem(piece: Piece, place: Place, rule: str, message: str) -> Problem:
    return Problem(piece.path, place.line, place.column, "error", rule, message)


_LINK = regex(r"!?\[\[[^\[\]\n]*+\]\]")
_BULLET = regex(r"\s*+[*•+]\s")
_GLUED = regex(r"([\w-]++:)(?=[^\s:/])(.*+)")
_OPEN_BRACKET = regex(r"\[[^\[\]]{1,200}+|\{[^{}]{1,200}+")
_CLOSER: Final = {"[": "]", "{": "}"}
_NO_START = regex(r"[@`%&*!|>{}\[\]\"',?-]")


INLINE_FIELD: Final = "`::` is inline syntax for the note's text; in frontmatter write one colon"


def _advice(section: Section, fault: Fault) -> str:
    text, value = section.piece.text, section.first_line
    start = text.rfind("\n", 0, fault.place.start) + 1
    line = text[start : line_end(text, start, section.piece.end)].rstrip()
    if fault.advice:
        return fault.advice
    lead = f"{section.key}: " if section.key else "- " if section.piece.column > 1 else ""
    if section.key.endswith(":"):
        return f"{INLINE_FIELD}: {section.key} {quoted(value)}"
    if _BULLET.match(line):
        return "items of a list start with a dash in YAML: write `- ` instead"
    if section.key and value and line.startswith("- "):
        return f"`{section.key}` has a value, so no list can follow; write all its values as items of the list"
    glued = _GLUED.match(line)
    if glued is not None:
        return f"a space is missing after the colon: write {glued[1]} {glued[2][:200]}"
    links = _LINK.findall(value)
    if len(links) > 1:
        return f"links in a list each need quotes: write {lead}[{', '.join(map(quoted, links))}]"
    closed = value + _CLOSER.get(value[:1], "")
    if _OPEN_BRACKET.fullmatch(value) and _is_sound(closed):
        return f"the bracket is not closed: write {lead}{closed}"
    if lead and value and (_NO_START.match(value) or ": " in value or value.endswith(":")):
        return f"this value must be in quotes: write {lead}{quoted(_bare(value))}"
    if ":" not in line:
        return f"a line is neither `key: value` nor part of a value ({fault.reason}); indent it or remove it"
    return f"this is no YAML ({fault.reason}); check its quotes, brackets and indentation"


def _is_sound(text: str) -> bool:
    """Whether there is nothing to say about a value."""
    reading = read(Piece("", text, 0, len(text), 1))
    return reading.fault is None and not reading.problems


def _bare(value: str) -> str:
    """The value without the quotes around it; quotes around its first words alone are part of the text."""
    mark = value[0]
    if mark in "\"'" and value.count(mark) == 1:
        return value[1:]
    if mark not in "\"'" or value[-1] != mark:
        return value
    inner = value.find(mark, 1)
    return value if value[inner + 1 : inner + 2] in " ,.;" and inner < len(value) - 1 else value[1:-1]


def line_end(text: str, start: int, end: int) -> int:
    """The offset of the line break behind `start`, or `end`."""
    found = text.find("\n", start, end)
    return end if found < 0 else found
