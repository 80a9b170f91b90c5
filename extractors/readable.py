"""Which files some extractor reads, by their names alone."""

from __future__ import annotations

from posixpath import basename
from typing import Final, Literal

from extractors.formats import is_note, suffix
from extractors.languages import LANGUAGES

Kind = Literal["note", "code", ""]
"""What a file is to its reader; "" for a file that nobody reads."""

NOTEBOOK: Final = ".ipynb"
_CODE: Final = frozenset([NOTEBOOK, *(suffix for language in LANGUAGES for suffix in language.suffixes)])
MANIFESTS: Final = ("package.json", "tsconfig.json", "jsconfig.json", "tsconfig.base.json", "go.mod", "Cargo.toml")
"""Files that say how the imports of code are resolved."""


def kind(path: str) -> Kind:
    """As what some extractor reads the file."""
    if is_note(path):
        return "note"
    return "code" if suffix(path) in _CODE or is_manifest(path) else ""


def is_read(path: str) -> bool:
    """Whether some extractor reads the file."""
    return kind(path) != ""


def is_manifest(path: str) -> bool:
    """Whether the file says how the imports of code are resolved."""
    return basename(path) in MANIFESTS
