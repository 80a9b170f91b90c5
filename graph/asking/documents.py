"""What of a node can be searched: its fields, each as search terms."""

from __future__ import annotations

from functools import lru_cache
from posixpath import splitext
from typing import Final, NamedTuple

from graph.asking.rank import Field
from graph.model import Node
from graph.naming import is_code
from graph.tokens import DEFAULT_LANGUAGE, terms


class Document(NamedTuple):
    """The terms of a node, blank-separated, a field each."""

    label: str
    aliases: str
    summary: str
    headings: str
    tags: str
    body: str
    """A line for each section."""


FIELDS: Final = Document._fields

WEIGHTS: Final = (
    Field(weight=4.0, decay=0.4),
    Field(weight=4.0, decay=0.4),
    Field(weight=2.5, decay=0.4),
    Field(weight=2.0, decay=0.5),
    Field(weight=2.0, decay=0.4),
    Field(weight=1.0, decay=0.75),
)
"""How much a term in each field says, and how much the length of the field takes away."""


def document(node: Node, body: str = "", language: str = DEFAULT_LANGUAGE) -> Document:
    """The document of a node whose text, if it has one, comes to the terms `body`."""

    if is_code(node):
        return _of_code(node, body)

    def joined(name: str) -> str:
        return terms(" ".join(node.attrs.get(name, ())), language)

    return Document(
        label=terms(node.label, language),
        aliases=joined("aliases"),
        summary=terms(node.attrs.get("summary", ""), language),
        headings=joined("headings"),
        tags=joined("tags"),
        body=body,
    )


def _of_code(node: Node, body: str) -> Document:
    """The document of a symbol: its name, what it says of itself, what it takes, what it lies in, its own text.

    Of a test only the name and what it says: its text names all that it tests, and would hide it.
    """
    path, _, symbol = node.id.partition("::")
    around = f"{symbol.rpartition('.')[0]} {splitext(path)[0].replace('/', ' ')}"
    is_test = bool(node.attrs.get("is_test"))
    return Document(
        label=_names(symbol.replace(".", " ") or node.label),
        aliases="",
        summary=terms(node.attrs.get("docstring", ""), DEFAULT_LANGUAGE),
        headings="" if is_test else terms(node.attrs.get("signature", ""), DEFAULT_LANGUAGE),
        tags=_names(around.replace(".", " ")),
        body="" if is_test else body,
    )


@lru_cache(1 << 12)
def _names(text: str) -> str:
    """The terms of names: many symbols lie in the same, or are called the same."""
    return terms(text, DEFAULT_LANGUAGE)
