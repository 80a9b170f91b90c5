"""The right name beside a wrong one."""

from __future__ import annotations

from collections.abc import Collection, Iterable


def nearest(name: str, known: Iterable[str], cutoff: float = 0.5) -> str:
    """The known name that is most like `name`, "" if none is."""
    from difflib import get_close_matches  # only a misspelling needs it

    return next(iter(get_close_matches(name, list(known), 1, cutoff)), "")


def did_you_mean(name: str, known: Collection[str], otherwise: str = "", cutoff: float = 0.5) -> str:
    """What to write instead of an unknown name: the one meant, else `otherwise` or all that are known."""
    near = nearest(name, known, cutoff)
    return f"did you mean {near!r}?" if near else otherwise or f"known are: {', '.join(known)}"
