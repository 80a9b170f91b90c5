"""Saves what can be saved of a block that is no YAML, and says of each broken line what to write instead."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from extractors.yaml12 import Fault, Piece, Place, Reading, moved, read
from graph.model import Problem

MAX_SECTIONS: Final = 2000
"""Top-level keys looked at one by one; what follows them is dropped."""

_LINE = re.compile(r"[^\n]*\n|[^\n]+")
_KEY = re.compile(r"(?![-?]?[\s\u00a0]|[\[\]{}#])([^\n]*?)[ \t]*:(?=[\s\u00a0]|\Z)")
_ITEM = re.compile(r"[ \t]*-[ \t]+(?=\S)")


class Section(NamedTuple):
    """A top-level line `key: value` with the lines under it, or one item of a list."""

    key: str
    """"" for an item, and for lines that belong to no key."""
    piece: Piece
    value: int
    """Offset of the value, behind the colon or the dash."""


def salvage(piece: Piece, fault: Fault) -> Reading:
    """What the sections of a broken piece say when each is read on its own.

    A section that stays unreadable gives its raw text, a broken list its raw items, each with a problem of its own; if
    every section can be read, the fault of the whole is the problem.
    """
    saved: dict[str, object] = {}
    whole = Reading(saved, {}, {}, (), fault)
    problems: list[Problem] = []
    broken = False
    for section in _sections(piece):
        reading = read(section.piece)
        if reading.fault is not None or not isinstance(reading.value, dict):
            if not section.key and reading.value is None and reading.fault is None:
                continue
            broken = True
            reading = _raw(section, reading.fault or Fault(_value_place(section), fault.reason))
        problems += reading.problems
        problems += _merge(whole, saved, reading, piece.path)
    if not broken:
        problems.insert(0, explain(Section("", piece, fault.place.start), fault))
    return whole._replace(problems=tuple(problems))


def _sections(piece: Piece) -> Iterator[Section]:
    key, begin, line, value, count = "", piece.start, piece.line, piece.start, 0
    for number, text in enumerate(_LINE.finditer(piece.text, piece.start, piece.end)):
        found = _KEY.match(piece.text, text.start(), text.end())
        if found is None:
            continue
        if text.start() > begin:
            yield Section(key, piece._replace(start=begin, end=text.start(), line=line), value)
        count += 1
        if count > MAX_SECTIONS:
            return
        key, begin, line, value = _unquoted(found[1]), text.start(), piece.line + number, found.end()
    if piece.end > begin:
        yield Section(key, piece._replace(start=begin, end=piece.end, line=line), value)


def _unquoted(text: str) -> str:
    return text[1:-1] if len(text) > 1 and text[0] == text[-1] and text[0] in "\"'" else text


def _merge(whole: Reading, saved: dict[str, object], reading: Reading, path: str) -> Iterator[Problem]:
    """Add one section to what was saved; a key that is there already is reported and dropped."""
    values = reading.value if isinstance(reading.value, dict) else {}
    for key, place in reading.key_places.items():
        if key in saved:
            message = f"`{key}` stands twice; keep one of them (the first is read)"
            yield Problem(path, place.line, place.column, "error", "yaml-duplicate-key", message)
            return
    saved.update(values)
    whole.places.update(reading.places)
    whole.key_places.update(reading.key_places)


# What a broken section is read as


def _raw(section: Section, fault: Fault) -> Reading:
    items = _raw_items(section) if section.key else None
    if items is not None:
        return items
    problem = (explain(section, fault),)
    if not section.key:
        return Reading({}, {}, {}, problem, fault)
    place = _value_place(section)
    value = section.piece.text[place.start : place.end]
    return Reading({section.key: value}, {(section.key,): place}, _key_places(section), problem, fault)


def _raw_items(section: Section) -> Reading | None:
    """The items of a block list, each read on its own or raw; None if this is no list or no item is broken."""
    text, end = section.piece.text, section.piece.end
    values: list[object] = []
    reading = Reading({section.key: values}, {(section.key,): _value_place(section)}, _key_places(section), (), None)
    problems: list[Problem] = []
    line = section.piece.line
    if text[section.value : _line_end(text, section.value, end)].strip():
        return None
    for found in _LINE.finditer(text, _line_end(text, section.value, end) + 1, end):
        line += 1
        dash = _ITEM.match(text, found.start(), found.end())
        if dash is None:
            if found[0].strip():
                return None
            continue
        item = Section("", Piece(section.piece.path, text, dash.end(), found.end(), line, dash.end() - found.start()), dash.end())
        place = _value_place(item)
        alone = read(item.piece)
        reading.places[section.key, len(values)] = place
        values.append(alone.value if alone.fault is None else text[place.start : place.end])
        problems += alone.problems if alone.fault is None else (explain(item, alone.fault),)
    broken = any(problem.severity == "error" for problem in problems)
    return reading._replace(problems=tuple(problems)) if broken else None


def _line_end(text: str, start: int, end: int) -> int:
    found = text.find("\n", start, end)
    return end if found < 0 else found


def _value_place(section: Section) -> Place:
    piece = section.piece
    start = Place(piece.line, piece.column + 1, piece.start, piece.start)
    value = piece.text[section.value : piece.end]
    stripped = value.lstrip()
    place = moved(piece.text, start, section.value - piece.start + (len(value) - len(stripped) if stripped else 0))
    return place._replace(end=place.start + len(stripped.rstrip()))


def _key_places(section: Section) -> dict[str, Place]:
    piece = section.piece
    end = piece.text.rfind(":", piece.start, section.value)
    return {section.key: Place(piece.line, 1, piece.start, piece.start + len(piece.text[piece.start : end].rstrip()))}


# What to write instead


def explain(section: Section, fault: Fault) -> Problem:
    """The fault of a section as a problem: its rule, its place, and what to write instead."""
    for rule, pattern, message in _HINTS:
        found = pattern.search(section.piece.text, section.piece.start, section.piece.end)
        if found is not None:
            start = Place(section.piece.line, section.piece.column + 1, section.piece.start, section.piece.start)
            place = moved(section.piece.text, start, found.start(1) - section.piece.start)
            return _problem(section, place, rule, message)
    return _problem(section, fault.place, "yaml", _advice(section, fault))


_HINTS: Final = (
    (
        "yaml-nbsp",
        re.compile(r"^[^\n:]*:(\u00a0)|^[ ]*(\u00a0)", re.M),
        "this is a no-break space (U+00A0), which YAML takes for a letter; write an ordinary space",
    ),
    (
        "yaml-tab-indentation",
        re.compile(r"^[ ]*(\t)[ \t]*[^\s#]", re.M),
        "YAML allows no tab at the start of a line; indent with two spaces",
    ),
    (
        "unquoted-hash",
        re.compile(r"(?:: |- )[ \t]*\[(?:[^\n\]\"']*[\s,])?(#)[^\n]*"),
        "`#` starts a comment in YAML; write the tags without it: [type/note, domain/x]",
    ),
)


def _problem(section: Section, place: Place, rule: str, message: str) -> Problem:
    return Problem(section.piece.path, place.line, place.column, "error", rule, message)


_LINK = re.compile(r"!?\[\[[^\[\]]*+\]\]")
_NO_START = re.compile(r"[@`%&*!|>{}\[\]\"',?-]")


def _advice(section: Section, fault: Fault) -> str:
    text, piece = section.piece.text, section.piece
    value = text[section.value : _line_end(text, section.value, piece.end)].strip()
    here = text[text.rfind("\n", 0, fault.place.start) + 1 : _line_end(text, fault.place.start, piece.end)]
    if section.key.endswith(":"):
        return f"`::` is inline syntax for the note's text; in frontmatter write one colon: {section.key} {_quoted(value)}"
    if re.match(r"\s*[*•+]\s", here):
        return "list items in YAML start with a dash: write `- ` instead"
    if re.match(r"[\w-]+:(?=[^\s:/])", here):
        return f"a space is missing after the colon: write {here.replace(':', ': ', 1).strip()[:80]}"
    lead = f"{section.key}: " if section.key else "- "
    if value.count("[[") > 1:
        links = ", ".join(map(_quoted, _LINK.findall(value)))
        return f"links in a list each need quotes: {lead}[{links}]"
    if value and (_NO_START.match(value) or ": " in value or value.endswith(":")):
        return f"this value must be in quotes: write {lead}{_quoted(_unquoted(value))}"
    if not section.key and _NO_KEY.fullmatch(here):
        return f"this line is neither `key: value` nor part of a value ({fault.reason}); indent it or give it a key"
    return f"this is not YAML ({fault.reason}); put the value in quotes, or indent the lines that belong to it by two spaces"


_NO_KEY = re.compile(r"[^\n:]*")


def _quoted(value: str) -> str:
    shortened = value if len(value) <= 80 else value[:80] + ".."
    return '"' + shortened.replace("\\", "\\\\").replace('"', '\\"') + '"'


def has_keys(piece: Piece) -> bool:
    """Whether a piece that reads as one text holds lines that were meant as `key: value`."""
    return any(section.key for section in _sections(piece))
