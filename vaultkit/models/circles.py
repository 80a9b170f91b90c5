"""Tells while a model writes that it goes round in circles: the same entries of a list over and over."""

from __future__ import annotations

from collections import deque
from typing import Final

_TIMES: Final = 3
"""As often one after the other the same entries have to come."""
_LONGEST: Final = 3
"""Entries of a circle, at most."""


class Circles:
    """What a model has written of JSON, entry by entry."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self._begun: list[str] = []
        self._entries: deque[str] = deque(maxlen=_TIMES * _LONGEST)

    def closes_with(self, more: str) -> bool:
        """Take what was written next, and say whether a circle has been gone round too often."""
        if "}" not in more:
            self._begun.append(more)
            return False
        *ended, rest = "".join([*self._begun, more]).split("}")
        self._begun = [rest]
        return any(map(self._closes, ended))

    def _closes(self, entry: str) -> bool:
        self._entries.append("".join(entry.rpartition("{")[2].split()))
        return any(map(self._is_circle, range(1, _LONGEST + 1)))

    def _is_circle(self, size: int) -> bool:
        """Whether the last entries are `_TIMES` times the same `size` ones."""
        last = list(self._entries)[-size * _TIMES :]
        return len(last) == size * _TIMES and last[:size] * _TIMES == last
