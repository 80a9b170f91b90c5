"""Reads the properties of a note: finds the block between the fences, gives its values, their places and its faults."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from extractors.yaml12 import Fault, Path, Piece, Place, Reading, read
from extractors.yaml_losses import losses
from extractors.yaml_salvage import has_keys, salvage
from graph.model import Problem, Severity
from graph.text import fold

__all__ = ["Frontmatter", "Place", "read_frontmatter"]


class Frontmatter(NamedTuple):
    """The properties of a note."""

    end: int
    """Offset just past the line of the closing fence; 0 if the note has no frontmatter."""
    data: dict[str, object]
    """The properties, keys as the author wrote them; {} if there are none."""
    places: dict[Path, Place]
    """Key path, as in ("tags", 1), to the place of the value."""
    key_places: dict[str, Place]
    """Top-level key to the place of the key."""
    problems: tuple[Problem, ...]
    """In the order of their places."""
    recovered: bool
    """The block was no valid YAML; `data` holds what could be saved line by line."""

    def key(self, name: str) -> str:
        """How the author wrote a property's name; exact casing first, then any (release notes 1.4.1, 1.9.3)."""
        if name in self.data:
            return name
        wanted = fold(name)
        return next((key for key in self.data if fold(key) == wanted), name)

    def get(self, name: str) -> object:
        """The value of a property, None without it."""
        return self.data.get(self.key(name))


_NOTHING: Final = Frontmatter(0, {}, {}, {}, (), False)
_OPENING = re.compile(r"\ufeff?+---[ \t]*+\r?+\n")
_CLOSING = re.compile(r"\n---[ \t]*+(?:\r?+\n|\Z)")
_KEY_LINE = r"(?:#[^\n]*+\n)*+[^\s:#\-\[\]{}<>|*][^\n:]{0,80}+:(?:\s|\Z)"
_LATE = re.compile(r"\ufeff?+(?:[ \t]*+\r?+\n)*+[ \t]*+---[ \t]*+\r?+\n(?=" + _KEY_LINE + ")")
_LONG_FENCE = re.compile(r"\ufeff?+-{4,}+[ \t]*+\r?+\n(?=" + _KEY_LINE + ")")
_KEYS_FOLLOW = re.compile(_KEY_LINE)
_OTHER_FENCE = re.compile(r"^(?:-{4,}+|\.\.\.)[ \t]*+\r?+$", re.M)


def read_frontmatter(text: str, path: str = "") -> Frontmatter:
    """The frontmatter of a note. Never raises; time linear in the length of the text; `path` is for the problems.

    The block starts at the first character (a BOM may precede it) with `---` and ends at the next line that is `---`; blanks
    may follow both (Obsidian release notes 1.3.2, 1.4.6). What stands between is YAML 1.2 in the core schema.
    """
    opening = _OPENING.match(text)
    if opening is None:
        return _NOTHING._replace(problems=_misplaced(text, path))
    closing = _CLOSING.search(text, opening.end() - 1)
    if closing is None:
        return _NOTHING._replace(problems=_unclosed(text, opening.end(), path))
    piece = Piece(path, text, opening.end(), closing.start() + 1, 2)
    problems = [_problem(path, 1, 1, "warning", "bom", "a byte order mark precedes the frontmatter; save without BOM")] if text[0] == "\ufeff" else []
    reading, recovered = _read_block(piece, problems)
    problems += losses(piece, reading.places, reading.key_places)
    data = reading.value if isinstance(reading.value, dict) else {}
    problems.sort(key=lambda problem: (problem.line, problem.column))
    return Frontmatter(closing.end(), data, reading.places, reading.key_places, tuple(problems), recovered)


def _read_block(piece: Piece, problems: list[Problem]) -> tuple[Reading, bool]:
    """What the block says, and whether it had to be recovered; its problems are added to the list."""
    reading = read(piece)
    fence = _OTHER_FENCE.search(piece.text, piece.start, piece.end) if reading.fault is not None else None
    if fence is not None:
        problems.append(_fence_problem(piece.path, piece.text, fence))
        piece = piece._replace(end=fence.start())
        reading = read(piece)
    recovered = fence is not None or any(problem.severity == "error" for problem in reading.problems)
    if reading.fault is None and not isinstance(reading.value, dict) and reading.value is not None:
        if isinstance(reading.value, str) and has_keys(piece):
            reading = reading._replace(fault=Fault(Place(piece.line, 1, piece.start, piece.start), "no mapping"))
        else:
            problems.append(_problem(piece.path, piece.line, 1, "error", "frontmatter-not-a-mapping", _NOT_A_MAPPING))
            reading = Reading({}, {}, {}, reading.problems, None)
    if reading.fault is not None:
        reading, recovered = salvage(piece, reading.fault), True
    problems += reading.problems
    return reading, recovered


_NOT_A_MAPPING: Final = "frontmatter must be lines of `key: value` (with a space after the colon)"


def _misplaced(text: str, path: str) -> tuple[Problem, ...]:
    """The problem of a block that stands below blank lines or between longer fences."""
    if not text or text[0] not in "\ufeff \t\r\n-":
        return ()
    late = _LATE.match(text)
    if late is not None and _CLOSING.search(text, late.end() - 1) is not None:
        line = text.count("\n", 0, late.end())
        message = "frontmatter must start with `---` at the first character of the note; remove what precedes it"
        return (_problem(path, line, 1, "error", "frontmatter-not-first-line", message),)
    long = _LONG_FENCE.match(text)
    if long is not None and (_CLOSING.search(text, long.end() - 1) or _OTHER_FENCE.search(text, long.end())):
        return (_fence_problem(path, text, long),)
    return ()


def _unclosed(text: str, start: int, path: str) -> tuple[Problem, ...]:
    """The problem of a `---` that opens a block without an end; none if it is a thematic break above prose."""
    if _KEYS_FOLLOW.match(text, start) is None:
        return ()
    fence = _OTHER_FENCE.search(text, start)
    if fence is not None:
        return (_fence_problem(path, text, fence),)
    message = "the frontmatter that starts here has no end; write a line `---` below its last property"
    return (_problem(path, 1, 1, "error", "frontmatter-unclosed", message),)


def _fence_problem(path: str, text: str, fence: re.Match[str]) -> Problem:
    line = text.count("\n", 0, fence.start()) + 1
    return _problem(path, line, 1, "error", "frontmatter-fence", f"`{fence[0].strip()[:20]}` is no fence; write `---`")


def _problem(path: str, line: int, column: int, severity: Severity, rule: str, message: str) -> Problem:
    return Problem(path, line, column, severity, rule, message)
