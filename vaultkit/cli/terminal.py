"""What is shown on a terminal and only there: colour, progress."""

from __future__ import annotations

import io
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from vaultkit.errors import VaultkitError

if TYPE_CHECKING:
    from vaultkit.pipeline import Watcher

_PATIENCE = 1.0
"""Seconds of work before progress is shown."""
_PAUSE = 0.1
_COLOURS = {"bold": 1, "dim": 2, "red": 31, "yellow": 33, "blue": 34}


@contextmanager
def watching() -> Iterator[Watcher]:
    """A watcher that shows progress on stderr, one line that is overwritten; nothing if stderr is no terminal."""
    from vaultkit.pipeline import Watcher  # only a build needs what a build needs

    meter = _Meter() if sys.stderr.isatty() else None
    try:
        yield Watcher(meter.show if meter else lambda *_: None, _say_waiting)
    finally:
        if meter:
            meter.clear()


def bold(text: str) -> str:
    """The text in bold on a terminal that has colours (https://no-color.org)."""
    return painted(text, "bold")


def painted(text: str, colour: str) -> str:
    """The text in a colour (red, yellow, blue, bold, dim) on a terminal that has colours (https://no-color.org)."""
    return f"\x1b[{_COLOURS[colour]}m{text}\x1b[0m" if sys.stdout.isatty() and "NO_COLOR" not in os.environ else text


def printable(text: str) -> str:
    """Untrusted text without control characters: it cannot steer the terminal."""
    return "".join(character if character.isprintable() else "\N{REPLACEMENT CHARACTER}" for character in text)


def print_json(answer: Any) -> None:
    """Print a JSON document, which is UTF-8 whatever the terminal speaks (RFC 8259, section 8.1)."""
    from graph.codec import encode_json

    sys.stdout.flush()
    sys.stdout.buffer.write(encode_json(answer) + b"\n")


@contextmanager
def streams() -> Iterator[None]:
    """Make stdout and stderr safe to print to: what they cannot spell is replaced, and if they are closed, dropped.

    Raises BrokenPipeError or VaultkitError when stdout does not take what was printed.
    """
    sys.stdout = sys.stdout or io.TextIOWrapper(io.BytesIO(), "utf-8")
    sys.stderr = sys.stderr or io.TextIOWrapper(io.BytesIO(), "utf-8")
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")
    try:
        yield
    finally:
        _flush()


def _flush() -> None:
    """Flush stdout here: at exit nobody could answer for what goes wrong."""
    try:
        sys.stdout.flush()
    except OSError as fault:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if isinstance(fault, BrokenPipeError):
            raise
        raise VaultkitError(f"cannot write the answer ({fault.strerror})", "check where it goes") from fault


def _say_waiting() -> None:
    print("another build of this folder is running; waiting for it", file=sys.stderr)


class _Meter:
    def __init__(self) -> None:
        self._shown = False
        self._next = time.monotonic() + _PATIENCE

    def show(self, what: str, done: int, total: int) -> None:
        now = time.monotonic()
        if now >= self._next:
            self._next, self._shown = now + _PAUSE, True
            share = f" {done:,} of {total:,}" if total > 1 else ""
            sys.stderr.write(f"\r\x1b[K{what}{share}")
            sys.stderr.flush()

    def clear(self) -> None:
        if self._shown:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
