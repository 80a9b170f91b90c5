"""Saves what can be saved of a block that is no YAML: each section read on its own, else its raw text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from extractors.properties.advice import Section, explain, line_end
from extractors.properties.piece import Piece, Place
from extractors.properties.yaml12 import Fault, Reading, duplicate_message, read
from graph.model import Problem
from graph.regex import regex

MAX_SECTIONS: Final = 2000
"""Sections of a block, items of a list, that are read one by one: each costs a parser, no note has more."""

_LINE = regex(r"[^\n]*+\n?+")
_KEY = regex(r"(?![-?]?[\s\u00a0]|[\[\]{}#\n])([^\n:]*+(?::(?![\s\u00a0]|\Z)[^\n:]*+)*+):")
_ITEM = regex(r"[ \t]*+-[ \t]++(?=\S)")


def salvage(piece: Piece, fault: Fault) -> Reading:
    """What the sections of a broken piece say when each is read on its own. Never raises, linear time.

    A section that stays unreadable gives its raw text, a broken list its raw items, each with a problem of
    its own; if every section can be read, the fault of the whole is the problem.
    """
    saved: dict[str, object] = {}
    whole = Reading(saved, {}, {}, (), fault)
    problems: list[Problem] = []
    broken = False
    for section in sections(piece):
        reading = read(section.piece)
        if reading.fault is None and reading.value is None and not section.key:
            continue
        if reading.fault is not None or not isinstance(reading.value, dict):
            broken = True
            reading = _raw(section, reading.fault or Fault(_value_place(section), fault.reason))
        problems += reading.problems
        problems += _merge(whole, saved, reading, piece.path)
    if not broken:
        problems.insert(0, explain(Section("", piece, fault.place.start), fault))
    return whole._replace(problems=tuple(problems))


def sections(piece: Piece) -> Iterator[Section]:
    """The sections of a piece in their order: each begins at a line at the margin that looks like `key:`."""
    key, start, line, value = "", piece.start, piece.line, piece.start
    count = 0
    for number, text in enumerate(_LINE.finditer(piece.text, piece.start, piece.end)):
        found = _KEY.match(piece.text, text.start(), text.end())
        if found is None:
            continue
        if text.start() > start:
            yield Section(key, piece._replace(start=start, end=text.start(), line=line), value)
        count += 1
        if count > MAX_SECTIONS:
            return
        key, start, line, value = _unquoted(found[1].rstrip()), text.start(), piece.line + number, found.end()
    if piece.end > start:
        yield Section(key, piece._replace(start=start, line=line), value)


def _unquoted(text: str) -> str:
    return text[1:-1] if len(text) > 1 and text[0] == text[-1] and text[0] in "\"'" else text


def _merge(whole: Reading, saved: dict[str, object], reading: Reading, path: str) -> Iterator[Problem]:
    """Add a section to what was saved; a key that is there already is reported and dropped."""
    for key, place in reading.key_places.items():
        if key in saved:
            message = duplicate_message(key)
            yield Problem(path, place.line, place.column, "error", "yaml-duplicate-key", message)
            return
    saved.update(reading.value if isinstance(reading.value, dict) else {})
    whole.places.update(reading.places)
    whole.key_places.update(reading.key_places)


def _raw(section: Section, fault: Fault) -> Reading:
    """A section that cannot be read: its raw text or items, and what is wrong with it."""
    items = _raw_items(section) if section.key else None
    if items is not None:
        return items
    problem = (explain(section, fault),)
    if not section.key:
        return Reading({}, {}, {}, problem, fault)
    place = _value_place(section)
    value = section.piece.text[place.start : place.end]
    return Reading({section.key: value}, {(section.key,): place}, _key_place(section), problem, fault)


def _raw_items(section: Section) -> Reading | None:
    """A block list, each item read on its own or raw; None if this is no such list or no item is at fault."""
    items = _items(section)
    if items is None:
        return None
    values: list[object] = []
    places: dict[tuple[str | int, ...], Place] = {(section.key,): _value_place(section)}
    problems: list[Problem] = []
    for item in items:
        place, reading = _value_place(item), read(item.piece)
        places[section.key, len(values)] = place
        values.append(reading.value if reading.fault is None else section.piece.text[place.start : place.end])
        problems += reading.problems if reading.fault is None else [explain(item, reading.fault)]
    if not any(problem.severity == "error" for problem in problems):
        return None
    return Reading({section.key: values}, places, _key_place(section), tuple(problems), None)


def _items(section: Section) -> list[Section] | None:
    piece = section.piece
    if section.first_line:
        return None
    items: list[Section] = []
    below = line_end(piece.text, section.value, piece.end) + 1
    for number, found in enumerate(_LINE.finditer(piece.text, below, piece.end), piece.line + 1):
        dash = _ITEM.match(piece.text, found.start(), found.end())
        if dash is not None:
            start = dash.end()
            column = start - found.start() + 1
            items.append(Section("", Piece(piece.path, piece.text, start, found.end(), number, column), start))
        elif found[0].strip():
            return None
    return items if len(items) <= MAX_SECTIONS else None


def _value_place(section: Section) -> Place:
    value = section.piece.text[section.value : section.piece.end]
    text = value.strip()
    start = section.value + (len(value) - len(value.lstrip()) if text else 0)
    return section.piece.place(start, start + len(text))


def _key_place(section: Section) -> dict[str, Place]:
    piece = section.piece
    colon = piece.text.rfind(":", piece.start, section.value)
    end = piece.start + len(piece.text[piece.start : colon].rstrip())
    return {section.key: piece.first._replace(end=end)}
