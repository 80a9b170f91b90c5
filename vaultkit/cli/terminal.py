"""What is printed: colour on a terminal, untrusted text that cannot steer it."""

from __future__ import annotations

import os
import sys


def bold(text: str) -> str:
    """The text in bold on a terminal that has colours (https://no-color.org)."""
    return f"\x1b[1m{text}\x1b[0m" if sys.stdout.isatty() and "NO_COLOR" not in os.environ else text


def printable(text: str) -> str:
    """Untrusted text in the terminal's encoding, without control characters: it cannot steer the terminal."""
    clean = "".join(character if character.isprintable() else "\N{REPLACEMENT CHARACTER}" for character in text)
    encoding = sys.stdout.encoding or "utf-8"
    return clean.encode(encoding, "replace").decode(encoding)
