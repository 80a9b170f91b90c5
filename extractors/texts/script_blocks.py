"""Reads pages with scripts in them (Vue, Svelte, Astro): their script blocks as one text, at the lines of the file."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

PAGES: Final = {".vue": "Vue", ".svelte": "Svelte", ".astro": "Astro"}
"""By suffix what such pages are called."""
_OPENING: Final = re.compile(rb"<script\b([^>]*)>", re.IGNORECASE)
_CLOSING: Final = re.compile(rb"</script\s*>", re.IGNORECASE)
_DIALECT: Final = re.compile(rb"""\blang\s*=\s*["']?(\w+)""")
_FENCE: Final = re.compile(rb"^---[ \t]*\r?$", re.MULTILINE)
_NOT_A_LINE_END: Final = re.compile(rb"[^\r\n]")
_LANGUAGES: Final = {b"ts": "TypeScript", b"typescript": "TypeScript", b"tsx": "TSX", b"jsx": "JavaScript"}


class Scripts(NamedTuple):
    """The scripts of a page."""

    language: str
    """JavaScript, or what one of them says to be."""
    data: bytes
    """The bytes of the page, all outside of the scripts blank: every line and column stays."""


def read_scripts(suffix: str, data: bytes) -> Scripts:
    """The script blocks of a page; of Astro also the fenced block at its top, which is TypeScript (its docs)."""
    language = "TypeScript" if suffix == ".astro" else "JavaScript"
    pieces, at = [], 0
    for start, end, said in _blocks(suffix, data):
        pieces += [_NOT_A_LINE_END.sub(b" ", data[at:start]), data[start:end]]
        language = _LANGUAGES.get(said, language)
        at = end
    return Scripts(language, b"".join((*pieces, _NOT_A_LINE_END.sub(b" ", data[at:]))))


def _blocks(suffix: str, data: bytes) -> Iterator[tuple[int, int, bytes]]:
    """Where each script begins and ends, and which language it says to be in."""
    at = 0
    if suffix == ".astro" and (opened := _FENCE.search(data)) and not data[: opened.start()].strip():
        closed = _FENCE.search(data, opened.end())
        if closed is not None:
            yield opened.end(), closed.start(), b"ts"
            at = closed.end()
    while opening := _OPENING.search(data, at):
        closing = _CLOSING.search(data, opening.end())
        if closing is None:
            return
        said = _DIALECT.search(opening[1])
        yield opening.end(), closing.start(), said[1].lower() if said else b""
        at = closing.end()
