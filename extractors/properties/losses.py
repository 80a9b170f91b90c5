"""Finds what YAML drops without a word: text behind ` #`, tags read as comments, links read as lists."""

from __future__ import annotations

import re
from collections.abc import Iterator

from extractors.properties.piece import Piece, Place, moved, quoted
from extractors.properties.yaml12 import Reading, core
from graph.model import Problem
from graph.regex import regex

_SUSPECT = regex(r"[ \t]#|\[\[|::")
_COMMENT = regex(r"[ \t]++(#[^\n\r]*+)")
_WIKILINK = regex(r"\[\[[^\[\]]*+\]\]")
_NOT_PLAIN = frozenset("\"'|>[{*")


def losses(piece: Piece, reading: Reading) -> Iterator[Problem]:
    """A warning for each value of a readable piece that says less than its author wrote. Linear time."""
    if _SUSPECT.search(piece.text, piece.start, piece.end) is None:
        return
    for key, place in reading.key_places.items():
        if key.endswith(":") and piece.text[place.start] not in _NOT_PLAIN:
            from extractors.properties.advice import INLINE_FIELD  # its many patterns serve rare faults

            yield _warning(piece, place, "inline-field-in-frontmatter", f"{INLINE_FIELD}: {key}")
    for place in reading.places.values():
        link = _WIKILINK.fullmatch(piece.text, place.start, place.end)
        if link is not None:
            message = f"a link without quotes is a list inside a list for YAML; write {quoted(link[0])}"
            yield _warning(piece, place, "unquoted-wikilink", message)
        elif place.start == place.end or piece.text[place.start] not in _NOT_PLAIN:
            yield from _behind(piece, place)


def _behind(piece: Piece, place: Place) -> Iterator[Problem]:
    """What is lost behind a plain value. A remark behind a number, a boolean or nothing is none."""
    text, start, end = piece.text, place.start, place.end
    comment = _COMMENT.match(text, end, piece.end)
    if comment is None:
        return
    glued = re.match(r"#[^\s#]", comment[1]) is not None
    at = moved(text, place, comment.start(1) - start)
    if start == end:
        if glued:
            message = f"`#` starts a comment, so this value is empty; write {comment[1].lstrip('#')[:200]}"
            yield _warning(piece, at, "unquoted-hash", message)
    elif glued or isinstance(core(text[start:end]), str):
        whole = quoted(text[start : comment.end()].rstrip())
        message = f"what follows ` #` is lost as a comment; write {whole}"
        yield _warning(piece, at, "value-truncated-by-comment", message)


def _warning(piece: Piece, place: Place, rule: str, message: str) -> Problem:
    return Problem(piece.path, place.line, place.column, "warning", rule, message)
