"""Which extractor reads which file: all of them, in one visible table."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from extractors import canvas, note
from extractors.formats import suffix
from extractors.source import Source
from graph.model import Fragment

Extractor = Callable[[Source], Fragment]

EXTRACTORS: Mapping[str, Extractor] = {
    ".md": note.extract,
    ".canvas": canvas.extract,
}
"""By suffix, lower-case: those that `formats.READ` names. Everything else is known by its name alone."""


def extract(source: Source) -> Fragment:
    """What the source says; only for files that `formats.is_read`."""
    return EXTRACTORS[suffix(source.path)](source)
