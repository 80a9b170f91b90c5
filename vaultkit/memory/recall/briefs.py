"""What each memory says in brief: the words that its commit was given, found by key and time."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from vaultkit.memory.recall.branch import Place
from vaultkit.memory.recall.memory import Memory, brief_of
from vaultkit.memory.recall.searching import messages_of

_DASH: Final = " — "
_DASHES: Final = 8
"""Of so many dashes in a subject each may be the one between key and brief."""


class Briefs:
    """The briefs of a branch, each told once."""

    def __init__(self, place: Place) -> None:
        """Read the subjects of its commits, in one go. Raises VaultkitError."""
        self._said: dict[str, list[tuple[datetime, str]]] = {}
        prefix = f"{place.settings.commit_prefix} "
        for at, subject in messages_of(place):
            if subject.startswith(prefix):
                self._add(at, subject.removeprefix(prefix))

    def _add(self, at: datetime, subject: str) -> None:
        parts = subject.split(_DASH, _DASHES)
        for end in range(1, len(parts)):
            self._said.setdefault(_DASH.join(parts[:end]), []).append((at, _DASH.join(parts[end:])))

    def of(self, memory: Memory) -> str:
        """What the commit nearest in time of the memory's key says, else the first sentence of the text."""
        said = self._said.get(" ".join(memory.key.split()), [])
        if not said:
            return brief_of(memory.text)
        nearest = min(said, key=lambda each: abs(each[0] - memory.at))
        said.remove(nearest)
        return nearest[1]
