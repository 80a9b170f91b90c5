"""A Markdown note in, a Fragment out: what Obsidian's metadata cache knows of it, and a little more."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from itertools import pairwise
from posixpath import basename
from typing import Any, NamedTuple

from extractors.content import Content, read_content
from extractors.frontmatter import Frontmatter, read_frontmatter
from extractors.links import Link, Tag, blank, find_blocks, find_links, find_tags, is_tag, property_links
from extractors.source import Source
from graph.model import EXTRACTED, Edge, Fragment, Node, Problem, Reference, node_id, tag_id
from graph.text import fold_prose
from graph.tokens import guess_language, terms

FACETS = ("type", "client", "project", "domain", "tool", "convention", "scope")
"""The tag namespaces of the frontmatter contract (seed: Frontmatter contract)."""

_NO_LINKS = frozenset({"tags", "aliases", "cssclasses"})
_ISO_DATE = re.compile(r"(\d{4}-\d{2}-\d{2})(?:[T ]\d{2}:\d{2}\S*)?")
_LINE_END = re.compile(r"\r\n?|\n")
_CJK_CHARACTER = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff]")


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


def read_note(path: str, text: str) -> Note:
    """The note at `path` with the content `text`. Never fails: faults are problems of the frontmatter."""
    frontmatter = read_frontmatter(text, path)
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


def extract(source: Source) -> Fragment:
    """What a note says: its node, its tags, its references, and what is wrong with it."""
    text = decode(source.data)
    if text is None:
        return _unreadable(source.path)
    note = read_note(source.path, text)
    tags = list(_tags(note))
    node = _node(note, [name for name, _ in tags])
    language = guess_language(text[note.frontmatter.end :])
    return Fragment(
        source_file=note.path,
        nodes=(node, *tag_nodes(tags)),
        edges=tuple(tag_edges(note.path, tags)),
        references=(*_property_references(note), *_body_references(note)),
        aliases=tuple(node.attrs.get("aliases", ())),
        headings=note.content.headings,
        blocks=tuple(find_blocks(note.content.prose)),
        prose=fold_prose(blank(note.content.prose, list(note.links))),
        body=_search_terms(note, language),
        language=language,
        problems=note.frontmatter.problems,
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


def tag_nodes(tags: Iterable[tuple[str, int]]) -> Iterator[Node]:
    """One node a tag of (tag without `#`, line), shown in the casing that comes first."""
    shown: dict[str, str] = {}
    for name, _ in tags:
        shown.setdefault(tag_id(name), name)
    for identity, name in shown.items():
        yield Node(identity, f"#{name}", "tag", "concept", "", "", {})


def tag_edges(path: str, tags: Iterable[tuple[str, int]]) -> Iterator[Edge]:
    """One `tagged` edge a tag, with all its lines."""
    lines: dict[str, list[int]] = {}
    for name, line in tags:
        lines.setdefault(tag_id(name), []).append(line)
    for target, places in lines.items():
        places.sort()
        yield Edge(node_id(path), target, "tagged", EXTRACTED, 1.0, path, f"L{places[0]}", tuple(places), {})


def _unreadable(path: str) -> Fragment:
    message = "this file is no UTF-8 text, so nothing in it was read; save it as UTF-8"
    node = Node(node_id(path), note_label(path), "note", "document", path, "L1", {"unread": True})
    return Fragment(path, nodes=(node,), problems=(Problem(path, 0, 0, "error", "encoding", message),))


def _node(note: Note, tags: list[str]) -> Node:
    given = note.frontmatter.get
    names = list(dict.fromkeys(tags))
    attrs: dict[str, Any] = {
        "summary": _one_line(given("summary")),
        "tags": names,
        "facets": _facets(names),
        "aliases": _aliases(given("aliases")),
        "headings": [heading.text for heading in note.content.headings],
        "date": _date(note, given("date"), given("created")),
        "words": _count_words(note.content.prose),
    }
    filled = {name: value for name, value in attrs.items() if value not in ("", [], {})}
    return Node(node_id(note.path), note_label(note.path), "note", "document", note.path, "L1", filled)


def _search_terms(note: Note, language: str) -> str:
    """The terms of the whole text, code too, a line for each section: people ask for commands and messages."""
    starts = [note.lines.start(heading.line) for heading in note.content.headings]
    places = [note.frontmatter.end, *starts, len(note.text)]
    return "\n".join(terms(note.text[start:end], language) for start, end in pairwise(places))


def _one_line(value: object) -> str:
    return " ".join(str(value).split()) if isinstance(value, str | int | float) else ""


def _aliases(value: object) -> list[str]:
    """A list of texts; a single text and numbers are no aliases to Obsidian (help: Aliases; release notes 1.9.0)."""
    if not isinstance(value, list):
        return []
    return list(dict.fromkeys(alias.strip() for alias in value if isinstance(alias, str) and alias.strip()))


def _date(note: Note, *values: object) -> str:
    """The day of a note: its `date`, else `created`, else the day its file is named for."""
    for value in (*values, note_label(note.path)):
        match = _ISO_DATE.fullmatch(value.strip()) if isinstance(value, str) else None
        if match:
            return match.group(1)
    return ""


def _count_words(prose: str) -> int:
    """Words of the content; each CJK character is one, as in Obsidian's status bar."""
    if prose.isascii():
        return len(prose.split())
    characters = len(_CJK_CHARACTER.findall(prose))
    return characters + len(_CJK_CHARACTER.sub(" ", prose).split()) if characters else len(prose.split())


def _facets(tags: Iterable[str]) -> dict[str, list[str]]:
    facets: dict[str, list[str]] = {}
    for tag in tags:
        namespace, _, value = tag.partition("/")
        if value and namespace.lower() in FACETS:
            facets.setdefault(namespace.lower(), []).append(value)
    return facets


def _tags(note: Note) -> Iterator[tuple[str, int]]:
    """(tag without `#`, line), frontmatter first."""
    for name, line in _frontmatter_tags(note.frontmatter):
        if is_tag(name):
            yield name, line
    for tag in note.body_tags:
        yield tag.name, note.lines.place(tag.start)[0]


def _frontmatter_tags(frontmatter: Frontmatter) -> Iterator[tuple[str, int]]:
    """A list of texts, or one text as one tag (release notes 1.9.3); a leading `#` is optional (1.4.4)."""
    for place, item in _items(frontmatter.key("tags"), frontmatter.get("tags")):
        if isinstance(item, str):
            yield item.strip().removeprefix("#"), _line_of(frontmatter, place)


def _items(key: str, value: object) -> Iterator[tuple[tuple[str | int, ...], object]]:
    """A property's values with their key paths: the items of a list, or the value itself."""
    if isinstance(value, list):
        for index, item in enumerate(value):
            yield (key, index), item
    elif value is not None:
        yield (key,), value


def _line_of(frontmatter: Frontmatter, place: tuple[str | int, ...]) -> int:
    found = frontmatter.places.get(place) or frontmatter.key_places.get(str(place[0]))
    return found.line if found else 1


def _body_references(note: Note) -> Iterator[Reference]:
    source = node_id(note.path)
    for link in note.links:
        line, column = note.lines.place(link.start)
        relation = "embeds" if link.embed else "links_to"
        yield Reference(source, link.target, link.subpath, relation, link.syntax, line, column)


def _property_references(note: Note) -> Iterator[Reference]:
    """Links in text and list properties, and days that a daily note may answer to (help: Properties)."""
    source = node_id(note.path)
    for key, value in note.frontmatter.data.items():
        if key.lower() in _NO_LINKS:
            continue
        for path, item in _items(key, value):
            if isinstance(item, str):
                place = note.frontmatter.places.get(path)
                line, column = (place.line, place.column) if place else (1, 1)
                for target, subpath, syntax in _property_targets(item):
                    yield Reference(source, target, subpath, f"property:{key.lower()}", syntax, line, column)


def _property_targets(item: str) -> Iterator[tuple[str, str, str]]:
    day = _ISO_DATE.fullmatch(item.strip())
    if day:
        yield day.group(1), "", "date"
    for link, whole in property_links(item):
        yield link.target, link.subpath, "property" if whole else "inline"
