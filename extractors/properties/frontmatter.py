"""Reads the properties of a note: finds the block between the fences; gives values, places and faults."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from extractors.properties.losses import losses
from extractors.properties.piece import Piece, Place
from extractors.properties.yaml12 import Fault, Path, Reading, read
from graph.model import Problem
from graph.regex import regex
from graph.text import fold

__all__ = ["Frontmatter", "Place", "read_frontmatter"]


class Frontmatter(NamedTuple):
    """The properties of a note."""

    end: int
    """Offset just past the line of the closing fence; 0 if the note has no frontmatter."""
    data: dict[str, object]
    """The properties, keys as the author wrote them; {} if there are none."""
    places: dict[Path, Place]
    """Key path, as in ("tags", 1), to the place of the value; what an alias repeats has none of its own."""
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

    @property
    def aliases(self) -> list[str]:
        """A list of texts; a single text and numbers are no aliases to Obsidian (help: Aliases; notes 1.9.0)."""
        value = self.get("aliases")
        if not isinstance(value, list):
            return []
        return list(dict.fromkeys(alias.strip() for alias in value if isinstance(alias, str) and alias.strip()))


_BLANKS: Final = r"[ \t]*+\r?+\n"
_KEY_LINE: Final = r"(?:#[^\n]*+\n)*+[^\s:#\-\[\]{}<>|*][^\n:]{0,80}+:(?:\s|\Z)"
_OPENING = regex(rf"\ufeff?+---{_BLANKS}")
_CLOSING = regex(r"\n---[ \t]*+(?:\r?+\n|\Z)")
_KEYS_FOLLOW = regex(_KEY_LINE)
_LATE = regex(rf"\ufeff?+(?:{_BLANKS})*+[ \t]*+---{_BLANKS}(?={_KEY_LINE})")
_LONG_FENCE = regex(rf"\ufeff?+-{{4,}}+{_BLANKS}(?={_KEY_LINE})")
_OTHER_FENCE = regex(r"^(?:-{4,}+|\.\.\.)[ \t]*+\r?+$", re.M)


def read_frontmatter(text: str, path: str = "") -> Frontmatter:
    """The frontmatter of a note. Never raises, time linear in the text; `path` is named in the problems.

    The block starts at the first character (a BOM may precede it) with a line `---` and ends at the next such
    line; blanks may follow the dashes (Obsidian release notes 1.3.2, 1.4.6, 1.4.10). What stands between is
    YAML 1.2, core schema. Control characters stay as they are in the values.
    """
    opening = _OPENING.match(text)
    if opening is None:
        return _nothing(_misplaced(text, path) if text[:1] in _SUSPECT else ())
    closing = _CLOSING.search(text, opening.end() - 1)
    if closing is None:
        return _nothing(_unclosed(text, opening.end(), path))
    piece = Piece(path, text, opening.end(), closing.start() + 1, 2)
    reading, recovered = _read_block(piece)
    broken = {problem.line for problem in reading.problems if problem.severity == "error"}
    problems = [*reading.problems, *(loss for loss in losses(piece, reading) if loss.line not in broken)]
    if text[0] == "\ufeff":
        message = "a byte order mark precedes the frontmatter; save the note without it"
        problems.append(Problem(path, 1, 1, "warning", "bom", message))
    problems.sort(key=lambda problem: (problem.line, problem.column))
    data = reading.value if isinstance(reading.value, dict) else {}
    return Frontmatter(closing.end(), data, reading.places, reading.key_places, tuple(problems), recovered)


def _nothing(problems: tuple[Problem, ...]) -> Frontmatter:
    return Frontmatter(0, {}, {}, {}, problems, False)


def _read_block(piece: Piece) -> tuple[Reading, bool]:
    """What the block says, and whether it had to be recovered."""
    reading = read(piece)
    fence = _OTHER_FENCE.search(piece.text, piece.start, piece.end) if reading.fault is not None else None
    if fence is not None:
        reading, _ = _read_block(piece._replace(end=fence.start()))
        problem = _fence_problem(piece.path, piece.text, fence)
        return reading._replace(problems=(problem, *reading.problems)), True
    value, fault = reading.value, reading.fault
    if fault is not None or isinstance(value, str):
        from extractors.properties.salvage import salvage, sections  # blocks are seldom broken

        if fault is None and any(section.key for section in sections(piece)):
            fault = Fault(piece.first, "no space follows the colon")
        if fault is not None:
            return salvage(piece, fault), True
    if value is not None and not isinstance(value, dict):
        message = "frontmatter must be lines of `key: value`, with a space after the colon"
        problem = Problem(piece.path, piece.line, 1, "error", "frontmatter-not-a-mapping", message)
        return Reading({}, {}, {}, (*reading.problems, problem), None), False
    return reading, any(problem.severity == "error" for problem in reading.problems)


# Blocks that are none


_SUSPECT: Final = frozenset("\ufeff \t\r\n-")


def _misplaced(text: str, path: str) -> tuple[Problem, ...]:
    """The problem of a block that stands below blank lines or behind a longer fence."""
    late = _LATE.match(text)
    if late is not None and _CLOSING.search(text, late.end() - 1) is not None:
        message = "frontmatter must start at the first character of the note; remove what precedes this `---`"
        line = text.count("\n", 0, late.end())
        return (Problem(path, line, 1, "error", "frontmatter-not-first-line", message),)
    fence = _LONG_FENCE.match(text)
    if fence is not None and (_CLOSING.search(text, fence.end() - 1) or _OTHER_FENCE.search(text, fence.end())):
        return (_fence_problem(path, text, fence),)
    return ()


def _unclosed(text: str, start: int, path: str) -> tuple[Problem, ...]:
    """The problem of a `---` that opens a block without an end; a thematic break above prose has none."""
    if _KEYS_FOLLOW.match(text, start) is None:
        return ()
    fence = _OTHER_FENCE.search(text, start)
    if fence is not None:
        return (_fence_problem(path, text, fence),)
    message = "the frontmatter that starts here has no end; write a line `---` below its last property"
    return (Problem(path, 1, 1, "error", "frontmatter-unclosed", message),)


def _fence_problem(path: str, text: str, fence: re.Match[str]) -> Problem:
    line = text.count("\n", 0, fence.start()) + 1
    message = f"`{fence[0].strip(_STRIPPED)[:20]}` is no fence of frontmatter; write `---`"
    return Problem(path, line, 1, "error", "frontmatter-fence", message)


_STRIPPED: Final = "\ufeff \t\r\n"
