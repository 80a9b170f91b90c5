"""What Obsidian makes of a file, by its name alone."""

from __future__ import annotations

from posixpath import basename
from typing import Final

from graph.model import Node, node_id

NOTES: Final = frozenset([".md", ".canvas"])
"""Files of a vault that some extractor reads."""
IMAGES: Final = frozenset([".avif", ".bmp", ".gif", ".jpeg", ".jpg", ".png", ".svg", ".webp"])
OTHER_FORMATS: Final = frozenset(
    [".base", ".pdf", ".flac", ".m4a", ".mp3", ".ogg", ".wav", ".webm", ".3gp", ".mkv", ".mov", ".mp4", ".ogv"]
)
"""Help: Accepted file formats. A base is YAML about notes, it links none: known by its name alone as well."""


def suffix(path: str) -> str:
    """The extension of a path, lower-case, with its dot; "" if there is none."""
    stem, dot, ending = basename(path).rpartition(".")
    return f".{ending.lower()}" if dot and stem.strip(".") else ""


def is_note(path: str) -> bool:
    """Whether the file is one that Obsidian shows by what it says."""
    return suffix(path) in NOTES


def is_attachment(path: str) -> bool:
    """Whether Obsidian shows the file although nothing links to it."""
    return suffix(path) in IMAGES or suffix(path) in OTHER_FORMATS


def attachment_node(path: str) -> Node:
    """The node of a file that nobody reads."""
    file_type = "image" if suffix(path) in IMAGES else "document" if suffix(path) == ".base" else "attachment"
    return Node(node_id(path), basename(path), "attachment", file_type, path, "", {})
