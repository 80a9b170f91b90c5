"""What is known of a file by its name alone."""

from __future__ import annotations

from posixpath import basename, splitext
from typing import Final, Literal

from extractors.languages import language_of
from graph.model import Node, node_id

Kind = Literal["note", "code", ""]
"""What a file is to its reader; "" for a file that nobody reads."""

NOTES: Final = frozenset([".md", ".canvas"])
"""Files of a vault that some extractor reads."""
NOTEBOOK: Final = ".ipynb"
MANIFESTS: Final = ("package.json", "tsconfig.json", "jsconfig.json", "tsconfig.base.json")
"""Files that say how the imports of code are resolved."""
IMAGES: Final = frozenset([".avif", ".bmp", ".gif", ".jpeg", ".jpg", ".png", ".svg", ".webp"])
OTHER_FORMATS: Final = frozenset(
    [".base", ".pdf", ".flac", ".m4a", ".mp3", ".ogg", ".wav", ".webm", ".3gp", ".mkv", ".mov", ".mp4", ".ogv"]
)
"""Help: Accepted file formats. A base is YAML about notes, it links none: known by its name alone as well."""

MAX_BYTES: Final = 32 * 1024 * 1024
"""A larger file is no note."""


def suffix(path: str) -> str:
    """The extension of a path, lower-case, with its dot; "" if there is none."""
    return splitext(path)[1].lower()


def kind(path: str) -> Kind:
    """As what some extractor reads the file."""
    if suffix(path) in NOTES:
        return "note"
    return "code" if language_of(path) or suffix(path) == NOTEBOOK or is_manifest(path) else ""


def is_read(path: str) -> bool:
    """Whether some extractor reads the file."""
    return kind(path) != ""


def is_note(path: str) -> bool:
    """Whether the file is one that Obsidian shows by what it says."""
    return kind(path) == "note"


def is_manifest(path: str) -> bool:
    """Whether the file says how the imports of code are resolved."""
    return basename(path) in MANIFESTS


def is_attachment(path: str) -> bool:
    """Whether Obsidian shows the file although nothing links to it."""
    return suffix(path) in IMAGES or suffix(path) in OTHER_FORMATS


def attachment_node(path: str) -> Node:
    """The node of a file that nobody reads."""
    file_type = "image" if suffix(path) in IMAGES else "document" if suffix(path) == ".base" else "attachment"
    return Node(node_id(path), basename(path), "attachment", file_type, path, "", {})
