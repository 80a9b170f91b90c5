"""A Markdown note in, a Fragment out: what Obsidian's metadata cache knows of it, and a little more."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Any

from extractors.markdown.html_anchors import html_anchors
from extractors.markdown.links import blank, find_blocks
from extractors.markdown.parsed import Note, read_note
from extractors.markdown.quoted import quoted_names
from extractors.markdown.references import body_references, iso_date, property_references
from extractors.markdown.tagging import tags as tags_of
from extractors.prose.sections import Passage, passages
from extractors.source import Source, decode, note_label
from graph.model import EXTRACTED, Edge, Fragment, Node, Problem, node_id, tag_id
from graph.text import fold_prose
from graph.tokens import guess_language, terms

FACETS = ("type", "client", "project", "domain", "tool", "convention", "scope")
"""The tag namespaces of the frontmatter contract (seed: Frontmatter contract)."""

_CJK_CHARACTER = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff]")


def extract(source: Source) -> Fragment:
    """What a note says: its node, its tags, its references, and what is wrong with it."""
    text = decode(source.data)
    if text is None:
        return _unreadable(source.path)
    note = read_note(source.path, text)
    tags = list(tags_of(note))
    node = _node(note, [name for name, _ in tags])
    language = guess_language(text[note.frontmatter.end :])
    return Fragment(
        source_file=note.path,
        nodes=(node, *tag_nodes(tags)),
        edges=tuple(tag_edges(note.path, tags)),
        references=(*property_references(note), *body_references(note)),
        aliases=tuple(node.attrs.get("aliases", ())),
        headings=note.content.headings,
        blocks=tuple(find_blocks(note.content.prose)),
        anchors=html_anchors(text[start:end] for start, end in note.content.markup),
        prose=fold_prose(blank(note.content.prose, list(note.links))),
        body=_search_terms(note, language),
        language=language,
        sections=tuple(each.section for each in passages_of(note)),
        problems=note.frontmatter.problems,
        quoted=quoted_names(note),
    )


def passages_of(note: Note) -> list[Passage]:
    """What a model reads of a note."""
    return passages(note.text, _worded(note), note.lines, note.frontmatter.end, note.content.headings)


def _worded(note: Note) -> str:
    """The text with blanks for what is neither content nor a word in backticks."""
    prose, parts, last = note.content.prose, [], 0
    for start, end in note.content.code:
        parts += [prose[last:start], note.text[start:end]]
        last = end
    return "".join([*parts, prose[last:]])


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
        "aliases": note.frontmatter.aliases,
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


def _date(note: Note, *values: object) -> str:
    """The day of a note: its `date`, else `created`, else the day its file is named for."""
    for value in (*values, note_label(note.path)):
        day = iso_date(value) if isinstance(value, str) else ""
        if day:
            return day
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
