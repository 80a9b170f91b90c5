"""Finds what YAML drops without a word: text behind ` #`, tags read as comments, links read as lists."""

from __future__ import annotations

import re
from collections.abc import Iterator

from extractors.yaml12 import Piece, Place, core, moved
from graph.model import Problem

_SUSPECT = re.compile(r"[ \t]#|\[\[|::")
_COMMENT = re.compile(r"[ \t]++(#[^\n\r]*+)")
_WIKILINK = re.compile(r"\[\[[^\[\]]*+\]\]")
_BLOCK_OR_QUOTED = frozenset("\"'|>[{*")


def losses(piece: Piece, places: dict[tuple[str | int, ...], Place], keys: dict[str, Place]) -> Iterator[Problem]:
    """A warning for each value of a readable piece that says less than its author wrote. Linear in the piece."""
    if _SUSPECT.search(piece.text, piece.start, piece.end) is None:
        return
    for key, place in keys.items():
        if key.endswith(":"):
            message = f"`::` is inline syntax for the note's text; in frontmatter write one colon: {key}"
            yield Problem(piece.path, place.line, place.column, "warning", "inline-field-in-frontmatter", message)
    for place in places.values():
        yield from _loss(piece, place)


def _loss(piece: Piece, place: Place) -> Iterator[Problem]:
    text, start, end = piece.text, place.start, place.end
    if text.startswith("[[", start) and _WIKILINK.fullmatch(text, start, end):
        yield _warning(piece, place, "unquoted-wikilink", f'an unquoted link is a list inside a list; write "{text[start:end]}"')
    if start < end and text[start] in _BLOCK_OR_QUOTED:
        return
    comment = _COMMENT.match(text, end, piece.end)
    if comment is None:
        return
    glued = not comment[1][1:2].isspace() and len(comment[1]) > 1
    at = moved(text, place, comment.start(1) - start)
    if start == end:
        if glued:
            yield _warning(piece, at, "unquoted-hash", f"`#` starts a comment, so this value is empty; write {comment[1].lstrip('#')[:80]}")
    elif glued or isinstance(core(text[start:end]), str):
        whole = text[start : comment.end()].rstrip().replace("\\", "\\\\").replace('"', '\\"')
        yield _warning(piece, at, "value-truncated-by-comment", f'what follows ` #` is lost as a comment; write "{whole}"')


def _warning(piece: Piece, place: Place, rule: str, message: str) -> Problem:
    return Problem(piece.path, place.line, place.column, "warning", rule, message)
