"""The end of a command that runs until a signal comes."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


class Stop:
    """A wish to end. It is granted where nothing is half done: between builds, and in one before it writes."""

    def __init__(self) -> None:
        self._signal = 0
        self._at_once = False

    @contextmanager
    def listening(self) -> Iterator[Stop]:
        """Take the signals that end a command, and give them back."""
        before = {each: signal.signal(each, self._take) for each in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield self
        finally:
            for each, handler in before.items():
                signal.signal(each, handler)

    def is_set(self) -> bool:
        """Whether a signal has come (what watchfiles asks)."""
        return bool(self._signal)

    def exit_code(self) -> int:
        """What the signal that came stands for."""
        if self._signal == signal.SIGINT:
            raise KeyboardInterrupt
        return 0

    def may_end(self, *, at_once: bool = False) -> None:
        """End here if a signal has come; if `at_once`, also wherever one comes until this is called again."""
        self._at_once = at_once
        if self._signal:
            raise SystemExit(self.exit_code())

    def _take(self, number: int, _: FrameType | None) -> None:
        self._signal = number
        if self._at_once:
            self.may_end()
