"""What is printed: colour on a terminal, untrusted text that cannot steer it."""

from __future__ import annotations

import os
import sys
from typing import Any

from graph.codec import encode_json


def bold(text: str) -> str:
    """The text in bold on a terminal that has colours (https://no-color.org)."""
    return f"\x1b[1m{text}\x1b[0m" if sys.stdout.isatty() and "NO_COLOR" not in os.environ else text


def printable(text: str) -> str:
    """Untrusted text in the terminal's encoding, without control characters: it cannot steer the terminal."""
    clean = "".join(character if character.isprintable() else "\N{REPLACEMENT CHARACTER}" for character in text)
    encoding = sys.stdout.encoding or "utf-8"
    return clean.encode(encoding, "replace").decode(encoding)


def json_line(value: Any) -> str:
    """A value as JSON in the terminal's encoding, what cannot be shown as `\\uXXXX`: it cannot steer the terminal."""
    text = encode_json(value).decode()
    encoding = sys.stdout.encoding or "utf-8"
    if text.isprintable() and text == text.encode(encoding, "replace").decode(encoding):
        return text
    return "".join(character if _is_shown(character, encoding) else _escaped(character) for character in text)


def _is_shown(character: str, encoding: str) -> bool:
    return character.isprintable() and character == character.encode(encoding, "replace").decode(encoding)


def _escaped(character: str) -> str:
    units = character.encode("utf-16-be")
    return "".join(f"\\u{units[at]:02x}{units[at + 1]:02x}" for at in range(0, len(units), 2))
