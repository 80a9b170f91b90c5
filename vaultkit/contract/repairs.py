"""Repairs of YAML that its reader refuses or drops, where only one reading makes sense."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from extractors.markdown.tags import is_tag
from extractors.properties.piece import Place
from extractors.properties.yaml12 import Path
from graph.model import Problem
from graph.regex import regex
from vaultkit.contract.draft import Draft, fix
from vaultkit.contract.findings import Edit, Fix
from vaultkit.contract.yaml_edits import one_line, quote

_LINKS = regex(r"!?\[\[[^\[\]\n]*+\]\](?:[ ,]++!?\[\[[^\[\]\n]*+\]\])++")
_LINK = regex(r"!?\[\[[^\[\]\n]*+\]\]")
_TEXT_START = regex(r"[^\s|>{}\[\]?,#!&-]|-(?! )")
_REMARK = regex(r"[ \t]#")
_BEFORE = regex(r"(?:[^\s-].*:|[ \t]*+-)[ \t]++\Z")
_INDENTED = regex(r"([ \t]++)[^\n]*+\n")


def repair(note: Draft, problem: Problem) -> Fix | None:
    """The certain repair of a problem of the reader, None if there is none."""
    make = _REPAIRS.get(problem.rule)
    return make(note, offset_of(note, problem)) if make is not None and note.has_block else None


def offset_of(note: Draft, problem: Problem) -> int:
    """The offset of a problem in the text."""
    return note.lines.start(problem.line) + problem.column - 1


def value_at(note: Draft, offset: int) -> Path | None:
    """The innermost value around an offset, or that ends last before it on its line."""
    line = note.text.rfind("\n", 0, offset) + 1
    before = note.values_between(line, offset)
    return before[-1][0] if before else None


def _quoted(note: Draft, offset: int) -> Fix | None:
    """Quotes around a text of one line; a list of links becomes one."""
    path = value_at(note, offset)
    place = note.frontmatter.places.get(path) if path else None
    if path is None or place is None or not _is_whole_line(note, place):
        return None
    raw, key = note.raw(place), str(path[0])
    if key.endswith(":"):
        return None
    if _LINKS.fullmatch(raw):
        listed = "[" + ", ".join(map(quote, _LINK.findall(raw))) + "]"
        return fix("quotes the links and lists them", key, Edit(place.start, place.end, listed))
    if not _TEXT_START.match(raw) or _REMARK.search(raw):
        return None
    return fix("puts the value in quotes", key, Edit(place.start, place.end, quote(_bare(raw))))


def _bare(raw: str) -> str:
    """The text meant by one with quotes that do not hold: those around the whole go, those around words stay."""
    mark = raw[0]
    if mark not in "\"'":
        return raw
    if raw.count(mark) == 1:
        return raw[1:]
    inner = raw.find(mark, 1)
    closes_early = raw[inner + 1 : inner + 2] in " ,.;:" and inner < len(raw) - 1
    return raw[1:-1] if raw[-1] == mark and not closes_early else raw


def _is_whole_line(note: Draft, place: Place) -> bool:
    """Whether a raw value stands beside its key or dash and is all of it: nothing is indented below it."""
    start = note.text.rfind("\n", 0, place.start) + 1
    if not one_line(note, place) or not _BEFORE.match(note.text[start : place.start]):
        return False
    below = note.text.find("\n", place.end) + 1
    return not note.text[below : below + 1].isspace() or not note.text[below : below + 200].split("\n")[0].strip()


def _space(note: Draft, offset: int) -> Fix:
    """An ordinary space for a no-break one."""
    return Fix("writes an ordinary space", (Edit(offset, offset + 1, " "),), _keys_of_line(note, offset))


def _spaces(note: Draft, offset: int) -> Fix:
    """Two spaces for each tab that indents a line, and so on all lines below that begin with one."""
    start = note.text.rfind("\n", 0, offset) + 1
    edits: list[Edit] = []
    while (line := _INDENTED.match(note.text, start, note.frontmatter.end)) is not None:
        if not edits or line[1].startswith("\t"):
            edits.append(Edit(start, line.end(1), line[1].replace("\t", "  ")))
        start = line.end()
    return Fix("indents with spaces", tuple(edits), _keys_of_line(note, offset))


def _keys_of_line(note: Draft, offset: int) -> frozenset[str]:
    """The property that a line belongs to, as read now and as it may be read after the repair."""
    above = note.key_above(offset)
    line = note.text[note.text.rfind("\n", 0, offset) + 1 : note.text.find("\n", offset)]
    new = line.partition(":")[0].strip()
    return frozenset({above, new})


def _without_hash(note: Draft, offset: int) -> Fix | None:
    """Tags without their `#`, where it starts a comment."""
    key = note.key("tags")
    if key is None or note.key_place(key).line > note.lines.place(offset)[0]:
        return None
    start = note.text.rfind("\n", 0, offset) + 1
    end = note.text.find("\n", offset)
    line = note.text[start:end].rstrip("\r")
    opening = line.find("[")
    if opening < 0:
        name = note.text[offset + 1 : start + len(line)].rstrip()
        if not is_tag(name) or not any(path[0] == key for path, _ in note.values_between(start, end)):
            return None
        return fix("writes the tag without #", key, Edit(offset, offset + 1, ""))
    if note.key_place(key).start != start or not line.endswith("]"):
        return None
    names = [name.removeprefix("#") for name in re.split(r"[\s,]+", line[opening + 1 : -1].strip(" ,\t"))]
    if not all(map(is_tag, names)):
        return None
    return fix("writes the tags without #", key, Edit(start + opening + 1, start + len(line) - 1, ", ".join(names)))


def _quoted_link(note: Draft, offset: int) -> Fix | None:
    """Quotes around a wikilink."""
    link = _LINK.match(note.text, offset)
    path = value_at(note, offset)
    if link is None or path is None:
        return None
    return fix("quotes the link", str(path[0]), Edit(link.start(), link.end(), quote(link[0])))


def _unanchored(note: Draft, offset: int) -> Fix | None:
    """Quotes around a text whose first word was read as an anchor."""
    line_end = note.text.find("\n", offset)
    behind = note.values_between(offset, line_end)
    if not behind:
        return None
    path, place = behind[0]
    value = note.text[offset : place.end]
    if "\n" in value or not one_line(note, Place(place.line, 0, offset, place.end)) or note.raw(place)[:1] in "\"'[{|>":
        return None
    return fix("puts the value in quotes", str(path[0]), Edit(offset, place.end, quote(value)))


_REPAIRS: Final[dict[str, Callable[[Draft, int], Fix | None]]] = {
    "yaml": _quoted,
    "yaml-nbsp": _space,
    "yaml-tab-indentation": _spaces,
    "unquoted-hash": _without_hash,
    "unquoted-wikilink": _quoted_link,
    "value-swallowed-by-anchor": _unanchored,
}
