"""A note, read: its frontmatter, its content, the links and tags in it, and where they stand."""

from __future__ import annotations

import re
from bisect import bisect_right
from posixpath import basename
from typing import NamedTuple

from extractors.content import Content, read_content
from extractors.frontmatter import Frontmatter, read_frontmatter
from extractors.links import Link, Tag, find_links, find_tags

_LINE_END = re.compile(r"\r\n?|\n")


class Note(NamedTuple):
    """A note, read: everything a graph or a validator asks of it."""

    path: str
    text: str
    frontmatter: Frontmatter
    content: Content
    links: tuple[Link, ...]
    body_tags: tuple[Tag, ...]
    lines: Lines


class Lines:
    """Offsets to lines and columns, 1-based."""

    def __init__(self, text: str) -> None:
        """Note where each line of `text` starts; CR, LF and CRLF end one."""
        self._starts = [0, *(match.end() for match in _LINE_END.finditer(text))]

    def start(self, line: int) -> int:
        """The offset at which a line starts."""
        return self._starts[line - 1]

    def place(self, offset: int) -> tuple[int, int]:
        """(line, column) of an offset, both 1-based, the column in characters."""
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1


def read_note(path: str, text: str, frontmatter: Frontmatter | None = None) -> Note:
    """The note at `path` with the content `text`. Never fails: faults are problems of the frontmatter.

    `frontmatter` is that of the text, if it was read before.
    """
    frontmatter = frontmatter or read_frontmatter(text, path)
    content = read_content(text, frontmatter.end)
    return Note(
        path=path,
        text=text,
        frontmatter=frontmatter,
        content=content,
        links=tuple(find_links(content.prose)),
        body_tags=tuple(find_tags(content.prose, text)),
        lines=Lines(text),
    )


def decode(data: bytes) -> str | None:
    """The text of a note, or None if it is no UTF-8 text (UTF-16 and NUL bytes are none)."""
    if b"\0" in data:
        return None
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return None


def note_label(path: str) -> str:
    """What Obsidian calls a note: its file name without the extension."""
    name = basename(path)
    return name[:-3] if name.lower().endswith(".md") and len(name) > 3 else name


def aliases_of(frontmatter: Frontmatter) -> list[str]:
    """A list of texts; a single text and numbers are no aliases to Obsidian (help: Aliases; release notes 1.9.0)."""
    value = frontmatter.get("aliases")
    if not isinstance(value, list):
        return []
    return list(dict.fromkeys(alias.strip() for alias in value if isinstance(alias, str) and alias.strip()))
