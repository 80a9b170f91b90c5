"""One file as an extractor gets it."""

from __future__ import annotations

from typing import NamedTuple


class Source(NamedTuple):
    """A file of the root, read."""

    path: str
    """Root-relative, POSIX, as on disk."""
    data: bytes
