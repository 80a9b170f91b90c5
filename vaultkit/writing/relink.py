"""Rewrites the paths of links in a note or canvas, and nothing else of it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Final, NamedTuple
from urllib.parse import quote

from extractors.canvas import card_prose, read_cards
from extractors.markdown.links import WIKILINK, Link, find_links, path_span
from extractors.markdown.parsed import read_note
from extractors.markdown.references import linkable_properties
from extractors.properties.frontmatter import read_frontmatter
from graph.model import Problem
from vaultkit.contract.findings import Edit
from vaultkit.writing.doubles import second_reading
from vaultkit.writing.edits import apply
from vaultkit.writing.json_text import inner_edits, string_spans
from vaultkit.writing.properties import says, with_items


class Spelling(NamedTuple):
    """What a link is to say from now on."""

    path: str
    shown: str = ""
    """A display text it needs to read as before, if it has none."""


Respell = Callable[[str, str], Spelling | None]
"""(target, syntax) of a link to its new spelling; None if it stays. The syntax is that of `Reference`."""


class Relinked(NamedTuple):
    """A text with its links rewritten."""

    text: str
    links: int
    """How many were."""
    left: tuple[Problem, ...] = ()
    """Those that could not be, and what to write there by hand."""


class _Value(NamedTuple):
    """One property value, rewritten."""

    path: tuple[str | int, ...]
    value: str
    """Its parsed value from now on."""
    edits: list[Edit]
    """Of the note's text."""
    problem: Problem
    """What to say if the edits cannot be made."""


_DISPLAYED: Final = re.compile(r"\\?\|")
_UNSAFE: Final = re.compile(r"""[\x00-\x20\x7f%()<>\\"\u00a0\u2028\u2029]""")
_UNSAFE_BETWEEN_ANGLES: Final = re.compile(r"[\x00-\x1f\x7f%<>\\]")
_ENCODED_BYTE: Final = re.compile(r"%[89A-Fa-f][0-9A-Fa-f]")


def relink_note(path: str, text: str, respell: Respell) -> Relinked:
    """A note with its links respelt: in the body by their places, in properties inside their quotes."""
    note = read_note(path, text)
    edits = [edit for link in note.links for edit in link_edits(note.content.prose, link, respell)]
    links = sum(respell(link.target, link.syntax) is not None for link in note.links)
    read, left = text, list[Problem]()
    while read:
        made, unable = _possible(read, list(_values(path, read, respell)))
        edits += [edit for value in made for edit in value.edits]
        links += sum(len(value.edits) for value in made)
        second = second_reading(path, read)
        left += [value.problem for value in unable]
        left += second.unread if second.unread and _may_ask(read[: note.frontmatter.end], respell) else ()
        read = second.text
    return Relinked(apply(text, edits), links, tuple(left))


def _may_ask(block: str, respell: Respell) -> bool:
    """Whether anything in a block looks like a link to respell."""
    return any(respell(link.target, link.syntax) for link in find_links(block) if link.target)


def relink_canvas(text: str, respell: Respell) -> Relinked:
    """A canvas with its file cards and the links of its text cards respelt (JSON Canvas 1.0)."""
    try:
        cards = read_cards(text.encode("utf-8"))
    except ValueError:
        return Relinked(text, 0)
    spans = string_spans(text, 3)
    edits: list[Edit] = []
    for number, card in enumerate(cards):
        file = card.get("file")
        spelling = respell(file, "canvas") if card.get("type") == "file" and isinstance(file, str) else None
        if spelling is not None:
            whole = Edit(0, len(str(file)), spelling.path)
            edits += inner_edits(text, spans["nodes", number, "file"], [whole])
        prose = card_prose(card)
        inner = [edit for link in find_links(prose) for edit in link_edits(prose, link, respell)]
        if inner:
            edits += inner_edits(text, spans["nodes", number, "text"], inner)
    return Relinked(apply(text, edits), len(edits))


def link_edits(prose: str, link: Link, respell: Respell) -> Iterator[Edit]:
    """What respells one link of a text."""
    spelling = respell(link.target, link.syntax) if link.target else None
    if spelling is None:
        return
    start, end = path_span(prose, link)
    yield Edit(start, end, _written(spelling.path, prose, start, end, link.syntax))
    bare = link.syntax == "wikilink" and not link.embed and not _DISPLAYED.search(prose, end, link.end)
    if spelling.shown and bare:
        yield Edit(link.end - 2, link.end - 2, f"{_pipe(prose, link)}{spelling.shown}")


def _pipe(prose: str, link: Link) -> str:
    """`|`, escaped in the row of a table (help: Advanced formatting syntax, Tables)."""
    start = prose.rfind("\n", 0, link.start) + 1
    end = prose.find("\n", link.end)
    line = prose[start : link.start] + prose[link.end : end if end >= 0 else len(prose)]
    return "\\|" if "|" in WIKILINK.sub("", line) else "|"


def _written(path: str, prose: str, start: int, end: int, syntax: str) -> str:
    """A path as a link writes it: percent-encoded or between `<>` in Markdown (help: Internal links)."""
    if syntax == "wikilink":
        return path
    if prose[start - 1 : start] == "<":
        return _UNSAFE_BETWEEN_ANGLES.sub(lambda match: quote(match[0]), path)
    if _ENCODED_BYTE.search(prose, start, end) and prose[start:end].isascii():
        return quote(path, safe="/!$&*+,;=@~'")
    return _UNSAFE.sub(lambda match: quote(match[0]), path)


# Properties


def _values(path: str, text: str, respell: Respell) -> Iterator[_Value]:
    """The property values that hold a link to respell."""
    for key_path, value, place in linkable_properties(read_frontmatter(text, path)):
        edits = [edit for link in find_links(value) for edit in link_edits(value, link, respell)]
        if not edits:
            continue
        line, column = (place.line, place.column) if place else (1, 1)
        wanted = apply(value, edits)
        message = f"{key_path[0]}: the link could not be rewritten here; write {wanted!r}"
        problem = Problem(path, line, column, "warning", "link-left", message)
        raw = _raw_edits(text[place.start : place.end], len(find_links(value)), respell) if place else []
        moved = [Edit(edit.start + place.start, edit.end + place.start, edit.text) for edit in raw] if place else []
        yield _Value(key_path, wanted, moved, problem)


def _raw_edits(raw: str, count: int, respell: Respell) -> list[Edit]:
    """Edits of a scalar as it is written, its quotes kept; none if other links stand there than in its value."""
    links = find_links(raw)
    if len(links) != count:
        return []
    edits = (edit for link in links for edit in link_edits(raw, link, respell))
    return [edit._replace(text=_quoted(edit.text, raw[:1])) for edit in edits]


def _quoted(text: str, quote_mark: str) -> str:
    """A text as it stands inside the quotes of a YAML scalar (YAML 1.2.2, 7.3)."""
    if quote_mark == '"':
        return text.replace("\\", "\\\\").replace('"', '\\"')
    return text.replace("'", "''") if quote_mark == "'" else text


def _possible(text: str, values: list[_Value]) -> tuple[list[_Value], list[_Value]]:
    """The values whose edits do what they should and nothing else, and the rest: YAML is read again to know."""
    if _does(text, values, values):
        return values, []
    made = [value for value in values if _does(text, [value], [value])]
    if not _does(text, made, made):
        made = []
    return made, [value for value in values if value not in made]


def _does(text: str, edited: Iterable[_Value], expected: Iterable[_Value]) -> bool:
    """Whether the frontmatter says what is expected once the edits are made, and is otherwise the same."""
    wanted = with_items(read_frontmatter(text).data, ((value.path, value.value) for value in expected))
    return says(apply(text, [edit for value in edited for edit in value.edits]), wanted)
