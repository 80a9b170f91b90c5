"""What of a note is content, as Obsidian sees it: everything but code, comments, math, HTML and escapes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from extractors.markdown.blocks import scan_blocks
from extractors.markdown.inline import Span
from graph.model import Heading
from graph.regex import regex

_INDENTED = 4
"""Columns from which a line on its own is a block of code (CommonMark 4.4)."""
_LINE = regex(r"[^\r\n]+")


class Content(NamedTuple):
    """A note without what Obsidian takes no links and tags from."""

    prose: str
    """As long as the note, line ends in place; every character that is not content is a space."""
    headings: tuple[Heading, ...]
    """In order; the text as written, without markers."""
    code: tuple[Span, ...] = ()
    """Where code spans of one line stand (CommonMark 6.1), backticks included."""
    markup: tuple[Span, ...] = ()
    """Where HTML stands (CommonMark 4.6, 6.6), line by line."""


def read_content(text: str, start: int = 0) -> Content:
    """The content and the headings of a note whose frontmatter ends at the offset `start`; never raises.

    Blanked are code (CommonMark 4.4, 4.5, 6.1), HTML (4.6, 6.5, 6.6), `%%comments%%`, math and backslash
    escapes (Obsidian help: Basic formatting syntax, Advanced formatting syntax, HTML content). Links, tags,
    tables, callouts, block ids and footnotes stay. Headings' lines count from 1 at the beginning of `text`.
    """
    if start == 0 and text.startswith("\ufeff"):
        start = 1
    blanked, headings, markup = scan_blocks(_with_plain_line_ends(text), start)
    if start:
        blanked.insert(0, (0, start))
    return Content(_blank(text, blanked), tuple(headings), tuple(_code_spans(text, blanked)), tuple(markup))


def _code_spans(text: str, blanked: list[Span]) -> Iterator[Span]:
    for start, end in blanked:
        if text[start : start + 1] == "`" != text[start + 1 : start + 2] and "\n" not in text[start:end]:
            before = text[text.rfind("\n", 0, start) + 1 : start]
            if before.strip() or len(before.expandtabs(4)) < _INDENTED:
                yield start, end


def _with_plain_line_ends(text: str) -> str:
    """The text at the same offsets, its only line end `\\n`, perhaps after a blank (CommonMark 2.1)."""
    if "\r" in text:
        text = text.replace("\r\n", " \n").replace("\r", "\n")
    return text


def _blank(text: str, spans: list[Span]) -> str:
    if not spans:
        return text
    parts: list[str] = []
    last = 0
    for start, end in spans:
        parts.append(text[last:start])
        part = text[start:end]
        if "\n" in part or "\r" in part:
            parts.append(_LINE.sub(lambda line: " " * len(line[0]), part))
        else:
            parts.append(" " * len(part))
        last = end
    parts.append(text[last:])
    return "".join(parts)
