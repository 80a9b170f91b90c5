"""Reads Markdown: its sections with the headings above them, and the day each is of. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, datetime
from typing import Final

from extractors.markdown.content import read_content
from extractors.properties.frontmatter import read_frontmatter
from graph.model import Heading
from vaultkit.memory.episodes.chunk import Passage, Reading
from vaultkit.memory.periods import day_in

_DATED: Final = ("date", "created")
"""Properties that say of which day a note is."""
_REFERENCE: Final = re.compile(r"<!--\s*session:\S+\s+turn:(\S+)\s+transcript:([^\n]*?)\s*-->")
"""Where a session note says from which turn of which transcript it was taken."""
_BLOCK_ID: Final = re.compile(r"[ \t]+\^[\w-]+$")


def read(text: str, name: str) -> Reading:
    """The sections of a Markdown file; `name` is its path. Headings in code are none (CommonMark 0.31, 4.2 to 4.5).

    A section is of the day that its own heading names, else one above it, else the file's frontmatter or name.
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    frontmatter = read_frontmatter(text)
    day = next(filter(None, (_day_of(frontmatter.get(key)) for key in _DATED)), "") or day_in(_stem(name))
    headings = read_content(text, frontmatter.end).headings
    return Reading(tuple(_sections(text, frontmatter.end, headings, day)))


def _sections(text: str, start: int, headings: tuple[Heading, ...], day: str) -> Iterator[Passage]:
    lines = text.split("\n")
    first = text.count("\n", 0, start) + 1
    above: list[tuple[int, str, str]] = []
    bounds = [*(heading.line for heading in headings), len(lines) + 1]
    yield from _section(lines, first, bounds[0] if headings else len(lines) + 1, (), day)
    for heading, end in zip(headings, bounds[1:], strict=True):
        above = [each for each in above if each[0] < heading.level]
        own = day_in(heading.text) or (above[-1][2] if above else day)
        above.append((heading.level, _BLOCK_ID.sub("", heading.text), own))
        body = heading.line + 1 + _is_underlined(lines, heading)
        yield from _section(lines, body, end, tuple(each[1] for each in above), own)


def _section(lines: list[str], first: int, end: int, headings: tuple[str, ...], day: str) -> Iterator[Passage]:
    body = "\n".join(lines[first - 1 : end - 1])
    if body.strip():
        found = _REFERENCE.search(body)
        yield Passage(body, first, headings, day, f"{found[2]}#{found[1]}" if found else "")


def _is_underlined(lines: list[str], heading: Heading) -> bool:
    """Whether the next line is the underline of a setext heading."""
    written = lines[heading.line - 1].lstrip(" >\t-*+0123456789.)")
    below = lines[heading.line] if heading.line < len(lines) else ""
    return not written.startswith("#") and re.fullmatch(r"[ >\t]*(=+|-+)[ \t]*", below) is not None


def _day_of(value: object) -> str:
    if isinstance(value, datetime | date):
        return value.isoformat()[:10]
    return day_in(value) if isinstance(value, str) else ""


def _stem(name: str) -> str:
    return re.split(r"[/\\]", name)[-1].rpartition(".")[0]
