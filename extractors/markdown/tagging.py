"""What a note is tagged with: the tags of its properties and of its body. Obsidian help: Tags."""

from __future__ import annotations

from collections.abc import Iterator

from extractors.markdown.parsed import Note
from extractors.markdown.references import line_of, property_items
from extractors.markdown.tags import is_tag
from extractors.properties.frontmatter import Frontmatter


def tags(note: Note) -> Iterator[tuple[str, int]]:
    """(tag without `#`, line), frontmatter first."""
    for name, line in _frontmatter_tags(note.frontmatter):
        if is_tag(name):
            yield name, line
    for tag in note.body_tags:
        yield tag.name, note.lines.place(tag.start)[0]


def _frontmatter_tags(frontmatter: Frontmatter) -> Iterator[tuple[str, int]]:
    """A list of texts, or one text as one tag (release notes 1.9.3); a leading `#` is optional (1.4.4)."""
    for place, item in property_items(frontmatter.key("tags"), frontmatter.get("tags")):
        if isinstance(item, str):
            yield item.strip().removeprefix("#"), line_of(frontmatter, place)
