"""A note, read: its frontmatter, its content, the links and tags in it, and where they stand."""

from __future__ import annotations

from typing import NamedTuple

from extractors.lines import Lines
from extractors.markdown.content import Content, read_content
from extractors.markdown.links import Link, Tag, find_links, find_tags
from extractors.properties.frontmatter import Frontmatter, read_frontmatter


class Note(NamedTuple):
    """A note, read: everything a graph or a validator asks of it."""

    path: str
    text: str
    frontmatter: Frontmatter
    content: Content
    links: tuple[Link, ...]
    body_tags: tuple[Tag, ...]
    lines: Lines


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
