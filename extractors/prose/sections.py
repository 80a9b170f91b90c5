"""A note cut into what a small model reads at once: its sections, long ones in pieces at the ends of paragraphs."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Final, NamedTuple

from extractors.lines import Lines
from graph.model import Heading, Section
from graph.regex import regex
from graph.text import count_tokens

_MOST: Final = 800
"""Tokens of a section: with the prompt and its answer it fits the smallest window in use (4,096)."""
_LEAST: Final = 10
"""Tokens below which a section says nothing: a heading, a single link."""
_LONGEST: Final = _MOST * 4
"""Characters that may be that many tokens."""

_PARAGRAPH_END: Final = regex(r"\n[ \t\r]*\n")
_LINE_END: Final = regex(r"\n")
_SENTENCE_END: Final = regex(r"[.!?][\s)\"']|[。！？]")
_BLANK: Final = regex(r"\s")
_CUTS: Final = (_PARAGRAPH_END, _LINE_END, _SENTENCE_END, _BLANK)
"""Where a text may be cut, the best first."""


class Passage(NamedTuple):
    """A section and its text."""

    section: Section
    text: str
    """As it stands in the note."""


def passages(text: str, prose: str, lines: Lines, start: int, headings: Iterable[Heading]) -> list[Passage]:
    """The sections of the note `text` that are worth reading; its frontmatter ends at `start`.

    `prose` is the text with blanks for all that says nothing in words: a drawing or a listing is not worth it. Only the
    text of a section decides its hash: one that moves, or whose neighbours change, is the same section.
    """
    places = sorted({start, *(lines.start(heading.line) for heading in headings), len(text)})
    found = []
    for begin, end in pairwise(places):
        for piece, at in _pieces(text[begin:end]):
            if _says_enough(piece) and _says_enough(prose[begin + at : begin + at + len(piece)]):
                found.append(Passage(Section(lines.place(begin + at)[0], _sha(piece)), piece))
    return found


def _says_enough(text: str) -> bool:
    return count_tokens(" ".join(text.split())) >= _LEAST


def halves(passage: Passage) -> list[Passage]:
    """A passage in two, for a model that failed at the whole; [] if it is too short for that."""
    text, line = passage.text, passage.section.line
    if count_tokens(text) < 4 * _LEAST:
        return []
    cut = _cut(text, len(text) // 2, len(text) // 4)
    parts = [(text[:cut], 0), (text[cut:], cut)]
    return [
        Passage(Section(line + text.count("\n", 0, at + _margin(part)), _sha(part.strip())), part.strip())
        for part, at in parts
        if _says_enough(part)
    ]


def _pieces(text: str) -> Iterator[tuple[str, int]]:
    """(piece, its offset) of a section, without blanks around it."""
    at = 0
    while at < len(text):
        end = len(text)
        if count_tokens(text[at : at + _LONGEST + 1]) > _MOST:
            end = at + _fitting(text, at)
            end = at + _cut(text[at : end + 1], end - at, (end - at) // 2)
        piece = text[at:end].strip()
        yield piece, at + _margin(text[at:end])
        at = end


def _fitting(text: str, at: int) -> int:
    """How many characters from `at` on make about as many tokens as fit."""
    sample = text[at : at + _LONGEST]
    return max(1, len(sample) * _MOST // max(count_tokens(sample), _MOST))


def _cut(text: str, wanted: int, slack: int) -> int:
    """The best place for a cut in the `slack` characters before `wanted`, or at it."""
    for ends in _CUTS:
        place = 0
        for match in ends.finditer(text, max(wanted - slack, 0), wanted):
            place = match.end()
        if place:
            return place
    return wanted


def _margin(text: str) -> int:
    return len(text) - len(text.lstrip())


def _sha(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:32]
