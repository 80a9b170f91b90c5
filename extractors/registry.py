"""Which extractor reads which file: all of them, in one visible table, each loaded when the first such file comes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from posixpath import basename

from extractors.formats import suffix
from extractors.source import Source
from extractors.texts.readable import SCRIPT, is_manifest
from graph.model import Fragment

Extractor = Callable[[Source], Fragment]

EXTRACTORS: Mapping[str, str] = {
    ".md": "extractors.note",
    ".canvas": "extractors.canvas",
}
"""Of notes, by suffix, lower-case: those that `formats.NOTES` names."""
_MANIFEST, _SETUP, _CODE = "extractors.manifests.manifest", "extractors.setup_code", "extractors.code"


def extract(source: Source) -> Fragment:
    """What the source says; only for files that `readable.is_read`."""
    return _extractor(_module(source.path))(source)


def _module(path: str) -> str:
    if is_manifest(path):
        return _MANIFEST
    return _SETUP if basename(path) == SCRIPT else EXTRACTORS.get(suffix(path), _CODE)


@cache
def _extractor(module: str) -> Extractor:
    extractor: Extractor = import_module(module).extract
    return extractor
