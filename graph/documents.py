"""What of a node can be searched: its fields, each as search terms."""

from __future__ import annotations

from typing import Final, NamedTuple

from graph.model import Node
from graph.rank import Field
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

    def joined(name: str) -> str:
        return terms(" ".join(node.attrs.get(name, ())), language)

    return Document(
        label=terms(node.label, language),
        aliases=joined("aliases"),
        summary=terms(node.attrs.get("summary") or node.attrs.get("docstring", ""), language),
        headings=joined("headings"),
        tags=joined("tags"),
        body=body,
    )
