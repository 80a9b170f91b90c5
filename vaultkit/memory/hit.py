"""What every layer of memory answers with, and how answers of several become one."""

from __future__ import annotations

from typing import NamedTuple


class Hit(NamedTuple):
    """Something that was found."""

    layer: str
    """`graph`, `episodes`, `git`, `shelf`."""
    id: str
    place: str
    """Where to read it: `path:line`, or what the layer calls it."""
    date: str
    """ISO 8601, "" if nothing says when."""
    text: str
    why: str
    """What speaks for it, in words."""
    heading: str = ""
    score: float = 0.0
    """Comparable only within one answer."""
    words: tuple[str, ...] = ()
    """The words of the question that stand in it."""
    root: str = ""
    """Of which vault or project it is, by name; "" if it is of none."""
