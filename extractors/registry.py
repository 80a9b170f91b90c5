"""Which extractor reads which file: all of them, in one visible table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from posixpath import basename

from extractors import canvas, note
from extractors.formats import suffix
from extractors.manifests import manifest
from extractors.source import Source
from extractors.texts.readable import SCRIPT, is_manifest
from graph.model import Fragment

Extractor = Callable[[Source], Fragment]

EXTRACTORS: Mapping[str, Extractor] = {
    ".md": note.extract,
    ".canvas": canvas.extract,
}
"""Of notes, by suffix, lower-case: those that `formats.NOTES` names."""


def extract(source: Source) -> Fragment:
    """What the source says; only for files that `readable.is_read`."""
    if is_manifest(source.path):
        return manifest.extract(source)
    return EXTRACTORS.get(suffix(source.path), _code)(source)


def _code(source: Source) -> Fragment:
    from extractors import code  # who reads notes alone need not load the parsers

    fragment = code.extract(source)
    return manifest.told_by_script(source, fragment) if basename(source.path) == SCRIPT else fragment
