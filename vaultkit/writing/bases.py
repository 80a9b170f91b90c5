"""The expressions of Obsidian's bases, in `.base` files and in ```base blocks of notes, and edits of the texts in them.

Help: Bases syntax, Functions. A base is YAML whose scalars are expressions: `file.hasTag("x")`, `link("Note") == up`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from pathlib import Path as File
from typing import Final, Literal, NamedTuple

from extractors.formats import suffix
from extractors.properties.piece import Piece, Place
from extractors.properties.yaml12 import Path, read
from extractors.source import MAX_BYTES
from graph.model import Problem
from vaultkit.config import Root
from vaultkit.contract.findings import Edit
from vaultkit.disk.contents import read_regular
from vaultkit.writing.change import read_bytes
from vaultkit.writing.edits import apply

Role = Literal["link", "path", "tag", "other"]


class Word(NamedTuple):
    """A text in quotes inside an expression."""

    content: str
    role: Role
    """What the expression takes it for: who is linked, a path from the root, a tag, or what only a human knows."""
    before: str
    """The expression in front of it."""


class Verdict(NamedTuple):
    """What becomes of a word."""

    edits: Sequence[Edit] = ()
    """Of its content."""
    remark: str = ""
    """What to tell where no edit is certain."""


Judge = Callable[[Word], Verdict]


class Edited(NamedTuple):
    """A text with its bases edited."""

    text: str
    words: int
    """How many were."""
    left: tuple[Problem, ...]
    """Those to look at."""


def with_bases(root: Root, paths: Iterable[str], others: Collection[str]) -> Iterator[tuple[str, bytes]]:
    """(path, bytes) of every file that may hold a base, and of the others that are asked for. Raises VaultkitError."""
    for path in paths:
        kind = suffix(path)
        if path in others or kind == ".base":
            yield path, read_bytes(root.path, path)
        elif kind == ".md":
            data = _read(root.path / path)
            if _MARK.search(data):
                yield path, data


def _read(file: File) -> bytes:
    """The bytes of a note, none if it is too large or cannot be read: the build has said so."""
    try:
        data = read_regular(file, MAX_BYTES + 1)
    except OSError:
        return b""
    return data if len(data) <= MAX_BYTES else b""


def edit_bases(path: str, text: str, judge: Judge) -> Edited:
    """A base, or a note with bases in it, with every word edited as `judge` says; every other byte stays."""
    edits: list[Edit] = []
    left: list[Problem] = []
    for piece in _pieces(path, text):
        more, problems = _edit_piece(piece, judge)
        edits += more
        left += problems
    return Edited(apply(text, edits), len(edits), tuple(left))


# Where bases stand

_MARK: Final = re.compile(rb"(?:```|~~~)[ \t]*base\b")
_FENCE: Final = re.compile(r"^ {0,3}(`{3,}|~{3,})[ \t]*([^`\r\n]*?)[ \t]*\r?$", re.M)


def _pieces(path: str, text: str) -> Iterator[Piece]:
    if suffix(path) == ".base":
        yield Piece(path, text, 1 if text.startswith("\ufeff") else 0, len(text), 1)
        return
    at, line = 0, 1
    while suffix(path) == ".md" and (opening := _FENCE.search(text, at)) is not None:
        mark = opening[1]
        closing = re.compile(rf"^ {{0,3}}{mark[0]}{{{len(mark)},}}[ \t]*\r?$", re.M).search(text, opening.end())
        if closing is None:
            return
        start = opening.end() + 1
        line += text.count("\n", at, start)
        if opening[2] == "base":
            yield Piece(path, text, start, closing.start(), line)
        line += text.count("\n", start, closing.end())
        at = closing.end()


# One base


class _Scalar(NamedTuple):
    """An expression, and where each of its characters is written; nowhere if that is not certain."""

    path: Path
    value: str
    place: Place
    starts: tuple[int, ...]


def _edit_piece(piece: Piece, judge: Judge) -> tuple[list[Edit], list[Problem]]:
    reading = read(piece)
    if reading.fault is not None:
        words = _words(piece.text[piece.start : piece.end])
        if any(verdict.edits or verdict.remark for _, word in words if (verdict := judge(word))):
            return [], [_problem(piece.path, piece.first, "this base is no valid YAML; look at it")]
        return [], []
    edits: list[Edit] = []
    left: list[Problem] = []
    wanted: dict[Path, str] = {}
    for scalar in _scalars(piece, reading.value, reading.places):
        inner: list[Edit] = []
        for start, word in _words(scalar.value):
            verdict = judge(word)
            inner += [_in_quotes(scalar.value, start, edit) for edit in verdict.edits]
            if verdict.remark:
                left.append(_problem(piece.path, scalar.place, verdict.remark))
        if inner and scalar.starts:
            wanted[scalar.path] = apply(scalar.value, inner)
            edits += [_outer(piece.text, scalar, edit) for edit in inner]
        elif inner:
            left.append(_problem(piece.path, scalar.place, _LEFT.format(apply(scalar.value, inner))))
    if edits and not _does(piece, edits, wanted):
        places = {scalar.path: scalar.place for scalar in _scalars(piece, reading.value, reading.places)}
        left += [_problem(piece.path, places[path], _LEFT.format(value)) for path, value in wanted.items()]
        edits = []
    return edits, left


_LEFT: Final = "this expression could not be rewritten; write {!r}"


def _problem(path: str, place: Place, message: str) -> Problem:
    return Problem(path, place.line, place.column, "warning", "base-left", message)


def _does(piece: Piece, edits: list[Edit], wanted: dict[Path, str]) -> bool:
    """Whether the base says what is wanted once the edits are made, and is otherwise the same: YAML is read again."""
    text = apply(piece.text, edits)
    reading = read(piece._replace(text=text, end=piece.end + len(text) - len(piece.text)))
    return reading.fault is None and _flat(reading.value) == {**_flat(read(piece).value), **wanted}


def _flat(value: object) -> dict[Path, object]:
    found: dict[Path, object] = {}
    pending: list[tuple[Path, object]] = [((), value)]
    while pending:
        path, each = pending.pop()
        if isinstance(each, dict):
            pending += [((*path, str(key)), item) for key, item in each.items()]
        elif isinstance(each, list):
            pending += [((*path, index), item) for index, item in enumerate(each)]
        else:
            found[path] = each
    return found


def _scalars(piece: Piece, value: object, places: dict[Path, Place]) -> Iterator[_Scalar]:
    for path, each in sorted(_flat(value).items(), key=lambda item: str(item[0])):
        place = places.get(path)
        if isinstance(each, str) and place is not None:
            yield _Scalar(path, each, place, _starts(piece.text[place.start : place.end], each, place.start))


# Expressions

_WORD: Final = re.compile(r""""((?:[^"\\]|\\.)*+)"|'((?:[^'\\]|\\.)*+)'""", re.S)
_LINKS: Final = re.compile(r"(?:(?:^|[^\w.])(?:link|file)|\.hasLink)\(\s*\Z")
_TAGS: Final = re.compile(r"(?:\bhasTag|\btags\s*\.\s*contains(?:Any|All)?)\([^()]*\Z")
_PATH_BEFORE: Final = re.compile(r"\bfile\.path\s*[!=]=\s*\Z")
_PATH_BEHIND: Final = re.compile(r"\s*[!=]=\s*(?:this\.)?file\.path\b")
_FAR: Final = 400
"""Characters before a word that are looked at to know what it is."""


def _words(expression: str) -> Iterator[tuple[int, Word]]:
    """(offset of its content, word) of every text in quotes."""
    for match in _WORD.finditer(expression):
        start, end = match.start() + 1, match.end() - 1
        before = expression[max(match.start() - _FAR, 0) : match.start()]
        role: Role = "other"
        if _LINKS.search(before):
            role = "link"
        elif _TAGS.search(before):
            role = "tag"
        elif _PATH_BEFORE.search(before) or _PATH_BEHIND.match(expression, match.end()):
            role = "path"
        yield start, Word(expression[start:end], role, before)


_UNIT: Final = {
    "'": re.compile(r"''|[^\r\n]"),
    '"': re.compile(r"\\x[0-9A-Fa-f]{2}|\\u[0-9A-Fa-f]{4}|\\U[0-9A-Fa-f]{8}|\\[^\r\n]|[^\r\n]"),
}
"""What one character of a quoted scalar is written as (YAML 1.2.2, 7.3)."""


def _starts(raw: str, value: str, start: int) -> tuple[int, ...]:
    """Where each character of a scalar is written, and where the last one ends; () if that is not certain."""
    unit = _UNIT.get(raw[:1])
    if unit is None:
        return tuple(range(start, start + len(raw) + 1)) if raw == value else ()
    found = [match.start() + start for match in unit.finditer(raw, 1, len(raw) - 1)]
    return (*found, start + len(raw) - 1) if len(found) == len(value) else ()


def _in_quotes(expression: str, start: int, edit: Edit) -> Edit:
    """An edit of a word that begins at `start` as one of its expression."""
    mark = expression[start - 1]
    written = edit.text.replace("\\", "\\\\").replace(mark, "\\" + mark)
    return Edit(start + edit.start, start + edit.end, written)


def _outer(text: str, scalar: _Scalar, edit: Edit) -> Edit:
    """An edit of an expression as one of the file (YAML 1.2.2, 7.3)."""
    written = edit.text
    if text[scalar.place.start] == '"':
        written = written.replace("\\", "\\\\").replace('"', '\\"')
    elif text[scalar.place.start] == "'":
        written = written.replace("'", "''")
    return Edit(scalar.starts[edit.start], scalar.starts[edit.end], written)
