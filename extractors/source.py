"""One file as an extractor gets it, its text and its name."""

from __future__ import annotations

from posixpath import basename
from typing import Final, NamedTuple

MAX_BYTES: Final = 32 * 1024 * 1024
"""A larger file is not read."""


class Source(NamedTuple):
    """A file of the root, read."""

    path: str
    """Root-relative, POSIX, as on disk."""
    data: bytes


def decode(data: bytes) -> str | None:
    """The text of a note, or None if it is no UTF-8 text (UTF-16 and NUL bytes are none)."""
    if b"\0" in data:
        return None
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return None


def note_label(path: str) -> str:
    """What Obsidian calls a note: its file name without the extension."""
    name = basename(path)
    return name[:-3] if name.lower().endswith(".md") and len(name) > 3 else name
