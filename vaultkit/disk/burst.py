"""Tells when a burst of events is over."""

from __future__ import annotations

from typing import Final

QUIET: Final = 0.3
"""Seconds without an event after which a burst is over."""
LONGEST: Final = 2.0
"""Seconds after which an update is due though events keep coming."""


class Burst:
    """Events that come together."""

    def __init__(self, quiet: float = QUIET, longest: float = LONGEST) -> None:
        """Nothing has happened yet; both in seconds."""
        self._quiet, self._longest = quiet, longest
        self._began: float | None = None
        self._last = 0.0

    def is_over(self, touched: bool, now: float) -> bool:
        """Whether an update is due at `now` (seconds, never going back); `touched`: something has just happened."""
        if touched:
            self._last = now
            self._began = now if self._began is None else self._began
        if self._began is None or (now - self._last < self._quiet and now - self._began < self._longest):
            return False
        self._began = None
        return True
