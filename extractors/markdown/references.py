"""What a note refers to: the links of its body, the links and days of its properties."""

from __future__ import annotations

from collections.abc import Iterator

from extractors.markdown.links import property_links
from extractors.markdown.parsed import Note
from extractors.properties.frontmatter import Frontmatter, Place
from graph.model import Reference, node_id
from graph.regex import regex

_NO_LINKS = frozenset({"tags", "aliases", "cssclasses"})
_ISO_DATE = regex(r"(\d{4}-\d{2}-\d{2})(?:[T ]\d{2}:\d{2}\S*)?")


def iso_date(text: str) -> str:
    """The day of an ISO date or date and time, "" if the text is none."""
    match = _ISO_DATE.fullmatch(text.strip())
    return match.group(1) if match else ""


def body_references(note: Note) -> Iterator[Reference]:
    """The links of the body."""
    source = node_id(note.path)
    for link in note.links:
        line, column = note.lines.place(link.start)
        relation = "embeds" if link.embed else "links_to"
        yield Reference(source, link.target, link.subpath, relation, link.syntax, line, column)


def property_references(note: Note) -> Iterator[Reference]:
    """Links in text and list properties, and days that a daily note may answer to (help: Properties)."""
    source = node_id(note.path)
    for path, item, place in linkable_properties(note.frontmatter):
        line, column = (place.line, place.column) if place else (1, 1)
        for target, subpath, syntax in _property_targets(item):
            yield Reference(source, target, subpath, f"property:{str(path[0]).lower()}", syntax, line, column)


def linkable_properties(frontmatter: Frontmatter) -> Iterator[tuple[tuple[str | int, ...], str, Place | None]]:
    """(key path, text, place) of every property value that may hold links; what a YAML alias repeats has no place."""
    for key, value in frontmatter.data.items():
        if key.lower() not in _NO_LINKS:
            for path, item in property_items(key, value):
                if isinstance(item, str):
                    yield path, item, frontmatter.places.get(path)


def _property_targets(item: str) -> Iterator[tuple[str, str, str]]:
    day = iso_date(item)
    if day:
        yield day, "", "date"
    for link, whole in property_links(item):
        yield link.target, link.subpath, "property" if whole else "inline"


def property_items(key: str, value: object) -> Iterator[tuple[tuple[str | int, ...], object]]:
    """A property's values with their key paths: the items of a list, or the value itself."""
    if isinstance(value, list):
        for index, item in enumerate(value):
            yield (key, index), item
    elif value is not None:
        yield (key,), value


def line_of(frontmatter: Frontmatter, place: tuple[str | int, ...]) -> int:
    """The line of a value, or of its key where it has no place of its own."""
    found = frontmatter.places.get(place) or frontmatter.key_places.get(str(place[0]))
    return found.line if found else 1
