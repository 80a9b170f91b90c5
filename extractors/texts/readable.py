"""Which files some extractor reads, by their names alone."""

from __future__ import annotations

from functools import lru_cache
from posixpath import basename
from typing import Final, Literal

from extractors.formats import is_note, suffix
from extractors.languages.others import OTHER_LANGUAGES
from extractors.languages.table import LANGUAGES
from extractors.texts.script_blocks import PAGES

Kind = Literal["note", "code", "script", ""]
"""What a file is to its reader; "" for a file that nobody reads. A script has no suffix, and is code if its first line
names an interpreter: of one that does not, the name is all that counts."""

NOTEBOOK: Final = ".ipynb"
_CODE: Final = frozenset(
    [NOTEBOOK, *PAGES, *OTHER_LANGUAGES, *(suffix for each in LANGUAGES for suffix in each.suffixes)]
)
_NAMES: Final = frozenset(name for language in LANGUAGES for name in language.files)
MANIFESTS: Final = (
    *("package.json", "tsconfig.json", "jsconfig.json", "tsconfig.base.json"),
    *("go.mod", "pubspec.yaml", "Cargo.toml"),
    *("pyproject.toml", "setup.cfg", "pytest.ini", "tox.ini"),
)
"""Files that say how the imports of code are resolved."""

SCRIPT: Final = "setup.py"
"""Code that says the same of its project, too."""

PROJECT: Final = ".csproj"
"""The suffix of the files that say which folder is a project of its own."""


def kind(path: str) -> Kind:
    """As what some extractor reads the file; of code in a language without queries that is its name alone."""
    return _kind_of_name(path.rpartition("/")[2])


@lru_cache(1 << 14)
def _kind_of_name(name: str) -> Kind:
    """The same, by the last part of the path: many files of a project share theirs."""
    if is_note(name):
        return "note"
    is_code = suffix(name) in _CODE or name.partition(".")[0].lower() in _NAMES or is_manifest(name)
    return "code" if is_code else "" if "." in name else "script"


def is_read(path: str) -> bool:
    """Whether some extractor reads the file, as its name alone tells."""
    return kind(path) in ("note", "code")


def is_code(path: str) -> bool:
    """Whether what is read of the file, if anything is, is code."""
    return kind(path) in ("code", "script")


def is_manifest(path: str) -> bool:
    """Whether the file says how the imports of code are resolved."""
    return basename(path) in MANIFESTS or suffix(path) == PROJECT
