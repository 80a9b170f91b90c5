"""Renames a tag in frontmatter, bodies and canvases by minimal edits; what lies below it moves along (help: Tags)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from extractors.canvas import card_prose, read_cards
from extractors.formats import suffix
from extractors.markdown.links import find_tags
from extractors.markdown.parsed import read_note
from extractors.markdown.references import property_items
from extractors.properties.frontmatter import Frontmatter, read_frontmatter
from extractors.source import decode
from graph.model import Fragment, Problem, tag_id
from graph.text import fold
from vaultkit.asking.current import current_index
from vaultkit.building.pipeline import NOBODY, Watcher
from vaultkit.config import Root
from vaultkit.contract.findings import Edit
from vaultkit.errors import VaultkitError
from vaultkit.writing.base_words import judge_retag
from vaultkit.writing.bases import edit_bases, with_bases
from vaultkit.writing.change import Change
from vaultkit.writing.doubles import has_doubles, second_reading
from vaultkit.writing.edits import apply
from vaultkit.writing.json_text import inner_edits, string_spans
from vaultkit.writing.properties import says, with_items
from vaultkit.writing.retagging import Retag, read_retag
from vaultkit.writing.symlinks import is_alias, symlinks
from vaultkit.writing.untouched import unfollowed, unread


class Retagged(NamedTuple):
    """A text with its tags renamed."""

    text: str
    tags: int
    """How many were."""
    left: tuple[Problem, ...] = ()
    """Those that could not be."""


class Retagging(NamedTuple):
    """All that a retag comes to, before anything is written."""

    changes: tuple[Change, ...]
    tags: int
    left: tuple[Problem, ...]


def plan_retag(root: Root, old: str, new: str, watcher: Watcher = NOBODY) -> Retagging:
    """What renaming a tag changes; write it with `write_all`. Raises VaultkitError if no note has the old one."""
    retag = read_retag(old, new)
    with current_index(root, watcher) as index:
        known = list(index.known())
        read = {path: fragment for path, _, fragment in index.fragments()}
    changes: list[Change] = []
    left: list[Problem] = []
    tags = 0
    own = {path for path in known if path in read or suffix(path) == ".base"}
    asking = {path for path, fragment in read.items() if _has(fragment, retag)}
    for path, data in with_bases(root, known, asking):
        if is_alias(root, path, own):
            continue
        text = decode(data) or ""
        result = retag_file(path, text, retag, path in asking)
        tags += result.tags
        left += result.left
        if result.text != text:
            changes.append(Change(path, data, result.text.encode("utf-8")))
    if not changes and not left:
        raise VaultkitError(f"no note has the tag {retag.old!r}", "`vaultkit facets` lists those in use")
    left += [*unread(read.values(), "tags"), *unfollowed(root, symlinks(root), "tags")]
    return Retagging(tuple(changes), tags, tuple(left))


def _has(fragment: Fragment, retag: Retag) -> bool:
    wanted = tag_id(retag.old)
    return has_doubles(fragment) or any(
        edge.relation == "tagged" and (edge.target == wanted or edge.target.startswith(wanted + "/"))
        for edge in fragment.edges
    )


def retag_file(path: str, text: str, retag: Retag, tagged: bool) -> Retagged:
    """A file of any kind with the tag renamed, in the bases of a note too; `tagged`: it is known to have the tag."""
    done = Retagged(text, 0)
    if tagged:
        done = retag_canvas(text, retag) if suffix(path) == ".canvas" else retag_note(path, text, retag)
    based = edit_bases(path, done.text, judge_retag(retag))
    return Retagged(based.text, done.tags + based.words, (*done.left, *based.left))


def retag_note(path: str, text: str, retag: Retag) -> Retagged:
    """A note with the tag renamed; an entry of `tags` that would stand there twice is taken out."""
    edits = _body_edits(((tag.start, tag.name) for tag in read_note(path, text).body_tags), retag)
    text = read = apply(text, edits)
    tags, left = len(edits), list[Problem]()
    while read:
        text, read, count, unable = _retag_block(path, text, read, retag)
        second = second_reading(path, read)
        tags, left, read = tags + count, [*left, *unable, *second.unread], second.text
    return Retagged(text, tags, tuple(left))


def retag_canvas(text: str, retag: Retag) -> Retagged:
    """A canvas with the tag renamed in its text cards."""
    try:
        cards = read_cards(text.encode("utf-8"))
    except ValueError:
        return Retagged(text, 0)
    spans = string_spans(text, 3)
    edits: list[Edit] = []
    for number, card in enumerate(cards):
        prose = card_prose(card)
        inner = _body_edits(((tag.start, tag.name) for tag in find_tags(prose, str(card.get("text", "")))), retag)
        if inner:
            edits += inner_edits(text, spans["nodes", number, "text"], inner)
    return Retagged(apply(text, edits), len(edits))


def _body_edits(tags: Iterable[tuple[int, str]], retag: Retag) -> list[Edit]:
    """Edits of (offset of `#`, name) that fit."""
    return [
        Edit(start + 1, start + 1 + len(retag.written(name)), retag.new) for start, name in tags if retag.fits(name)
    ]


# Frontmatter


class _Entry(NamedTuple):
    """One text among the tags of the frontmatter."""

    path: tuple[str | int, ...]
    name: str
    """Without `#`."""


_REMARK: Final = re.compile(r"(?:^|(?<=\s))#[^\r\n]*", re.M)
_PLAIN_MARKS: Final = ('"', "'")


def _retag_block(path: str, text: str, read: str, retag: Retag) -> tuple[str, str, int, list[Problem]]:
    """The note and what is read of it, both with the entries renamed; how many were, and those that could not be.

    Doubles go last, when the others have their names: what is said beside one moves to the entry that stays.
    """
    tags, left = 0, list[Problem]()
    planned = list(_planned(read_frontmatter(read), retag))[::-1]
    for entry, renamed in sorted(planned, key=lambda each: each[1] is None):
        front = read_frontmatter(read)
        edits = _first_that_works(read, front, entry, renamed, retag)
        if edits is None:
            place = front.places.get(entry.path) or front.key_places[str(entry.path[0])]
            message = f"the tag could not be renamed here; write {retag.renamed(entry.name)!r}"
            left.append(Problem(path, place.line, place.column, "warning", "tag-left", message))
        else:
            text, read, tags = apply(text, edits), apply(read, edits), tags + 1
    return text, read, tags, sorted(left)


def _planned(front: Frontmatter, retag: Retag) -> Iterator[tuple[_Entry, str | None]]:
    """The entries that fit with their new names, None for one that would stand in the list twice."""
    entries = list(_entries(front))
    kept = {fold(entry.name) for entry in entries if not retag.fits(entry.name)}
    for entry in entries:
        if retag.fits(entry.name):
            renamed = retag.renamed(entry.name)
            yield entry, None if fold(renamed) in kept and len(entry.path) == 2 else renamed
            kept.add(fold(renamed))


def _entries(front: Frontmatter) -> Iterator[_Entry]:
    for path, item in property_items(front.key("tags"), front.get("tags")):
        if isinstance(item, str):
            yield _Entry(path, item.strip().removeprefix("#"))


def _first_that_works(
    text: str, front: Frontmatter, entry: _Entry, renamed: str | None, retag: Retag
) -> list[Edit] | None:
    """The first edits after which the frontmatter says what it should and is otherwise the same: YAML is read again."""
    if renamed is None:
        candidates = _removals(text, front, entry, retag)
    else:
        candidates = ([edit] for edit in _replacements(text, front, entry, renamed, retag))
    wanted = _expected(front, entry, renamed)
    return next((edits for edits in candidates if _does(text, front, edits, wanted)), None)


def _does(text: str, front: Frontmatter, edits: list[Edit], wanted: dict[str, object]) -> bool:
    """Whether edits make the frontmatter say what is wanted, and no remark in it is lost."""
    edited = apply(text, edits)
    block = edited[: read_frontmatter(edited).end]
    return says(edited, wanted) and all(remark in block for remark in _REMARK.findall(text, 0, front.end))


def _expected(front: Frontmatter, entry: _Entry, renamed: str | None) -> dict[str, object]:
    """The properties with one tag renamed, or taken out if `renamed` is None; its `#` and blanks stay."""
    value = front.data[str(entry.path[0])]
    item = value[int(entry.path[1])] if isinstance(value, list) and len(entry.path) == 2 else value
    return with_items(front.data, [(entry.path, renamed and str(item).replace(entry.name, renamed, 1))])


def _replacements(text: str, front: Frontmatter, entry: _Entry, renamed: str, retag: Retag) -> Iterator[Edit]:
    """The old tag replaced inside its quotes; quoted, where the new one alone would be no text in YAML."""
    place = front.places.get(entry.path)
    at = text.find(entry.name, place.start, place.end) if place else -1
    if place is None or at < 0:
        return
    yield Edit(at, at + len(retag.written(entry.name)), retag.new)
    if not text.startswith(_PLAIN_MARKS, place.start):
        yield Edit(place.start, place.end, f'"{renamed}"')


def _removals(text: str, front: Frontmatter, entry: _Entry, retag: Retag) -> Iterator[list[Edit]]:
    """An entry taken out: its line in a block list, itself and one comma in a flow list."""
    place = front.places.get(entry.path)
    if place is None:
        return
    line_start = text.rfind("\n", 0, place.start) + 1
    line_end = text.find("\n", place.end) + 1
    dash = text[line_start : place.start]
    if dash.strip() == "-":
        remark = text[place.end : line_end].strip()
        if not remark:
            yield [Edit(line_start, line_end, "")]
            return
        for at in _ends_of_twins(text, front, entry, retag):
            yield [Edit(line_start, line_end, ""), Edit(at, at, f" {remark}")]
        yield [Edit(line_start + dash.index("-"), text.index(remark, place.end), "")]
        return
    comma = text.find(",", place.end, line_end)
    if comma >= 0 and not text[place.end : comma].strip():
        after = comma + 1
        while text[after : after + 1] == " ":
            after += 1
        yield [Edit(place.start, after, "")]
    before = text.rfind(",", 0, place.start)
    if before >= 0 and not text[before + 1 : place.start].strip():
        yield [Edit(before, place.end, "")]


def _ends_of_twins(text: str, front: Frontmatter, entry: _Entry, retag: Retag) -> Iterator[int]:
    """Where the lines of the entries end that say what an entry of a block list would say."""
    name = fold(retag.renamed(entry.name))
    for twin in _entries(front):
        place = front.places.get(twin.path)
        if twin.path != entry.path and fold(twin.name) == name and place is not None:
            line = text[place.end : text.index("\n", place.end)]
            yield place.end + len(line.rstrip())
