"""The right name beside a wrong one."""

from __future__ import annotations

from collections.abc import Iterable


def nearest(name: str, known: Iterable[str], cutoff: float = 0.5) -> str:
    """The known name that is most like `name`, "" if none is."""
    from difflib import get_close_matches  # only a misspelling needs it

    return next(iter(get_close_matches(name, list(known), 1, cutoff)), "")
