"""What is printed: colour on a terminal, untrusted text that cannot steer it."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from vaultkit.errors import VaultkitError

_COLOURS: Final = {"bold": 1, "dim": 2, "red": 31, "yellow": 33, "blue": 34}


def bold(text: str) -> str:
    """The text in bold on a terminal that has colours (https://no-color.org)."""
    return painted(text, "bold")


def painted(text: str, colour: str) -> str:
    """The text in a colour (red, yellow, blue, bold, dim) on a terminal that has colours (https://no-color.org)."""
    return f"\x1b[{_COLOURS[colour]}m{text}\x1b[0m" if sys.stdout.isatty() and "NO_COLOR" not in os.environ else text


def columns() -> int:
    """How wide the terminal is: `$COLUMNS`, else what the system says, else 80."""
    given = os.environ.get("COLUMNS", "")
    if given.isdecimal() and int(given):
        return int(given)
    try:
        return os.get_terminal_size(sys.__stdout__.fileno()).columns if sys.__stdout__ else 80
    except (OSError, ValueError):
        return 80


def printable(text: str) -> str:
    """Untrusted text without control characters: it cannot steer the terminal."""
    return "".join(character if character.isprintable() else "\N{REPLACEMENT CHARACTER}" for character in text)


def print_json(answer: Any, *, indent: bool = False) -> None:
    """Print a JSON document in UTF-8 (RFC 8259, section 8.1), what is no printable character as `\\uXXXX`.

    With `indent` it is for people as well: a line for each value.
    """
    from graph.codec import encode_json

    text = encode_json(answer, indent=2 if indent else 0).decode()
    if not text.isprintable():
        text = "".join(each if each.isprintable() or each == "\n" else _escaped(each) for each in text)
    sys.stdout.flush()
    sys.stdout.buffer.write(text.encode() + b"\n")


def _escaped(character: str) -> str:
    units = character.encode("utf-16-be")
    return "".join(f"\\u{units[at]:02x}{units[at + 1]:02x}" for at in range(0, len(units), 2))


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
