"""Edits of frontmatter in the style of what stands around them: quotes, indentation, line ends."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from extractors.properties.piece import Place
from extractors.properties.yaml12 import core
from graph.regex import regex
from vaultkit.contract.draft import Draft, Item, fix
from vaultkit.contract.findings import Edit, Fix

_DASH = regex(r"[ ]*+-[ ]++\Z")
_BEHIND = regex(r"(?:[ \t]++#[^\n]*+|[ \t]*+\r?+)\n")
_BETWEEN = regex(r":[ \t]*+")
_NEEDS_QUOTES = regex(r"[\s@`%&*!|>{}\[\]\"',?#-]|.*(?:: | #|:\Z|\s\Z)", re.S)
_IN_FLOW = regex(r"[,\[\]{}]")
_DEFAULT_DASH: Final = "  - "


def quote(text: str) -> str:
    """A text as a double-quoted scalar (YAML 1.2.2, 7.3.1)."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def scalar(text: str, flow: bool) -> str:
    """A text as a scalar, quoted only if it must be."""
    plain = text and not _NEEDS_QUOTES.match(text) and isinstance(core(text), str)
    return text if plain and not (flow and _IN_FLOW.search(text)) else quote(text)


def in_quotes(draft: Draft, key: str, value: object, place: Place) -> Fix | None:
    """Quotes around a number or boolean that is meant as a text; None for other values."""
    if not isinstance(value, bool | int | float) or "\n" in draft.raw(place) or place.start == place.end:
        return None
    return fix("puts it in quotes", key, Edit(place.start, place.end, quote(draft.raw(place))))


def one_line(draft: Draft, place: Place) -> bool:
    """Whether a value is not empty, stands on one line, and nothing but a remark or the line's end follows it."""
    return place.start < place.end and "\n" not in draft.raw(place) and bool(_BEHIND.match(draft.text, place.end))


def line_end(draft: Draft) -> str:
    """The line end of the frontmatter."""
    first = draft.text.find("\n")
    return "\r\n" if first > 0 and draft.text[first - 1] == "\r" else "\n"


def as_list(draft: Draft, key: str, items: Sequence[str]) -> Edit | None:
    """The one-line value of a property as a list, in the style of the note's other lists; None if it cannot be one."""
    place, name = draft.place(key), draft.key_place(key)
    if not _BETWEEN.fullmatch(draft.text, name.end, place.start) or "\n" in draft.raw(place):
        return None
    dash = _style(draft, key)
    if dash is None:
        as_json = _is_flow_block(draft)
        listed = ", ".join(quote(item) if as_json else scalar(item, flow=True) for item in items)
        return Edit(place.start, place.end, f"[{listed}]")
    if not one_line(draft, place):
        return None
    lines = (f"{line_end(draft)}{dash}{scalar(item, flow=False)}" for item in items)
    return Edit(name.end + 1, place.end, "".join(lines))


def appended(draft: Draft, last: Item, text: str) -> Edit | None:
    """An item behind the last one of a list, written like it; None if that is not certain."""
    raw = draft.raw(last.place)
    written = raw[0] + text + raw[0] if raw[:1] in ("'", '"') else text
    if _is_flow(draft, last):
        return Edit(last.place.end, last.place.end, ", " + written)
    dash = _dash(draft, last)
    if dash is None or not one_line(draft, last.place):
        return None
    end = draft.text.index("\n", last.place.end)
    ending = line_end(draft)
    end -= len(ending) - 1 if draft.text[end - 1] == "\r" else 0
    return Edit(end, end, f"{ending}{dash}{written}")


def removed(draft: Draft, before: Item, item: Item) -> Edit | None:
    """The removal of an item behind another one."""
    if _is_flow(draft, item):
        return Edit(before.place.end, item.place.end, "")
    return _line(draft, item)


def moved_first(draft: Draft, items: Sequence[Item], index: int) -> tuple[Edit, ...]:
    """The edits that put an item of a list before all others; () if that is not certain."""
    first, before, item = items[0], items[index - 1], items[index]
    if _is_flow(draft, item):
        raw = draft.raw(item.place) + ", "
        return Edit(first.place.start, first.place.start, raw), Edit(before.place.end, item.place.end, "")
    old, place = _line(draft, item), _line(draft, first)
    if old is None or place is None:
        return ()
    return Edit(place.start, place.start, draft.text[old.start : old.end]), old


def _line(draft: Draft, item: Item) -> Edit | None:
    """The whole line of a block item; None if other things stand there."""
    dash = _dash(draft, item)
    if dash is None or not one_line(draft, item.place):
        return None
    return Edit(item.place.start - len(dash), draft.text.index("\n", item.place.end) + 1, "")


def _dash(draft: Draft, item: Item) -> str | None:
    """What precedes a block item on its line: its indentation and dash."""
    start = draft.text.rfind("\n", 0, item.place.start) + 1
    dash = draft.text[start : item.place.start]
    return dash if _DASH.match(dash) else None


def _is_flow(draft: Draft, item: Item) -> bool:
    return draft.text.startswith("[", draft.place(str(item.path[0])).start)


def _is_flow_block(draft: Draft) -> bool:
    start = draft.text.find("\n") + 1
    return draft.text[start : draft.frontmatter.end].lstrip().startswith("{")


def _style(draft: Draft, key: str) -> str | None:
    """The indentation and dash of the note's other lists; None if they stand in brackets."""
    if _is_flow_block(draft):
        return None
    flow = False
    for other, value in draft.frontmatter.data.items():
        if other != key and isinstance(value, list) and value and draft.is_sound(other):
            item = next(draft.items(other))
            dash = None if _is_flow(draft, item) else _dash(draft, item)
            if dash is not None:
                return dash
            flow = flow or _is_flow(draft, item)
    return None if flow else _DEFAULT_DASH
