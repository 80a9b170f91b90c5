"""Which extractor reads which file: all of them, in one visible table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from posixpath import basename, splitext

from extractors import canvas, note
from extractors.source import Source
from graph.model import Fragment, Node, node_id

Extractor = Callable[[Source], Fragment]

EXTRACTORS: Mapping[str, Extractor] = {
    ".md": note.extract,
    ".canvas": canvas.extract,
}
"""By suffix, lower-case. Everything else is known by its name alone."""

IMAGES = frozenset([".avif", ".bmp", ".gif", ".jpeg", ".jpg", ".png", ".svg", ".webp"])
OTHER_FORMATS = frozenset(
    [".base", ".pdf", ".flac", ".m4a", ".mp3", ".ogg", ".wav", ".webm", ".3gp", ".mkv", ".mov", ".mp4", ".ogv"]
)
"""Help: Accepted file formats. A base is YAML about notes, it links none: known by its name alone as well."""


def suffix(path: str) -> str:
    """The extension of a path, lower-case, with its dot; "" if there is none."""
    return splitext(path)[1].lower()


def is_read(path: str) -> bool:
    """Whether some extractor reads the file."""
    return suffix(path) in EXTRACTORS


def is_attachment(path: str) -> bool:
    """Whether Obsidian shows the file although nothing links to it."""
    return suffix(path) in IMAGES or suffix(path) in OTHER_FORMATS


def extract(source: Source) -> Fragment:
    """What the source says; only for files that `is_read`."""
    return EXTRACTORS[suffix(source.path)](source)


def attachment_node(path: str) -> Node:
    """The node of a file that nobody reads."""
    file_type = "image" if suffix(path) in IMAGES else "document" if suffix(path) == ".base" else "attachment"
    return Node(node_id(path), basename(path), "attachment", file_type, path, "", {})
