"""Fits what a session is told into its share of the context: facts, in parts, the same for the same state."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

LIMIT: Final = 6_500
"""Characters of a whole briefing."""
_GAP: Final = len("\n\n")


class Part(NamedTuple):
    """One part of a briefing."""

    title: str
    lines: tuple[str, ...] = ()
    """The most telling first."""
    share: int = 0
    """Characters that no other part takes from it."""


def fit(parts: Sequence[Part], limit: int = LIMIT) -> str:
    """The parts, each with as many lines as fit into its share and what others leave of theirs; at most `limit`.

    What is left over goes to the parts in their order. A part that is cut says how many lines it lacks.
    """
    counts = [_most(part, part.share) for part in parts]
    left = limit - sum(_size(part, count) + _GAP for part, count in zip(parts, counts, strict=True))
    for number, part in enumerate(parts):
        size = _size(part, counts[number])
        counts[number] = max(counts[number], _most(part, size + max(left, 0)))
        left -= _size(part, counts[number]) - size
    text = "\n\n".join(_words(part, count) for part, count in zip(parts, counts, strict=True))
    return text if len(text) <= limit else text[: limit - 2] + ".."


def one_line(text: str, longest: int) -> str:
    """A text as one line without control characters, cut at a word."""
    plain = " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())
    if len(plain) <= longest:
        return plain
    return plain[: longest - 2].rsplit(" ", 1)[0] + ".."


def _most(part: Part, room: int) -> int:
    """How many lines of a part fit into so many characters."""
    return max((count for count in range(len(part.lines) + 1) if _size(part, count) <= room), default=0)


def _size(part: Part, count: int) -> int:
    return len(_words(part, count))


def _words(part: Part, count: int) -> str:
    missing = len(part.lines) - count
    more = [f"- and {missing:,} more"] if missing else []
    return "\n".join([part.title, *part.lines[:count], *more])
