"""The places in the HTML of a note that a link may lead to: elements with an id, old anchors, headings."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from graph.notes.slugs import slugs_of
from graph.regex import regex

_OPENED = regex(r"<([A-Za-z][A-Za-z0-9-]*)[^<>]*>")
_NAME = regex(r"(?<=\s)(?:id|name)\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'>]+))", re.ASCII | re.IGNORECASE)
_HEADING = regex(r"[hH][1-6]")


def html_anchors(pieces: Iterable[str]) -> tuple[str, ...]:
    """The names of the places in a note whose HTML this is (HTML, 7.4.6.4: The indicated part of the document), and the
    slugs of headings in it, which GitHub gives them as well."""
    markup = _without_comments("\n".join(pieces))
    return tuple(dict.fromkeys(filter(None, (*_named(markup), *sorted(slugs_of(_titles(markup)))))))


def _without_comments(text: str) -> str:
    parts: list[str] = []
    last = 0
    while (start := text.find("<!--", last)) >= 0:
        end = text.find("-->", start)
        parts.append(text[last:start])
        if end < 0:
            return "".join(parts)
        last = end + 3
    return "".join([*parts, text[last:]])


def _named(markup: str) -> Iterator[str]:
    for tag in _OPENED.finditer(markup):
        yield from (found[1] or found[2] or found[3] for found in _NAME.finditer(tag[0]))


def _titles(markup: str) -> Iterator[str]:
    """What stands in headings, in one line."""
    last = 0
    for tag in _OPENED.finditer(markup):
        if tag.start() >= last and _HEADING.fullmatch(tag[1]):
            last = markup.find("</h", tag.end())
            if last < 0:
                return
            yield " ".join(markup[tag.end() : last].split())
