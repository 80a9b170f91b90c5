"""A canvas in, a Fragment out. JSON Canvas 1.0 (jsoncanvas.org): file, text, link and group nodes."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from posixpath import basename
from typing import Any

from extractors.markdown.content import read_content
from extractors.markdown.links import find_links, find_tags
from extractors.note import tag_edges, tag_nodes
from extractors.source import Source, decode
from graph.model import Fragment, Node, Problem, Reference, node_id
from graph.tokens import guess_language, terms

_HALF_PAIR = re.compile("[\ud800-\udfff]")


def extract(source: Source) -> Fragment:
    """What a canvas says: the files it shows (`embeds`) and the links and tags in its text cards.

    The line of a reference is the number of its card in the file, counted from 1: JSON has no lines of its own.
    """
    path = source.path
    node = Node(node_id(path), basename(path).removesuffix(".canvas"), "canvas", "document", path, "L1", {})
    try:
        cards = read_cards(source.data)
    except ValueError as fault:
        message = f"this canvas is no JSON that can be read ({fault}); open and save it in Obsidian"
        return Fragment(path, nodes=(node,), problems=(Problem(path, 0, 0, "error", "canvas", message),))
    references: list[Reference] = []
    tags: list[tuple[str, int]] = []
    for number, card in enumerate(cards, start=1):
        references += _references(node.id, card, number)
        tags += [(tag, number) for tag in _tags(card)]
    texts = [card["text"] for card in cards if isinstance(card.get("text"), str)]
    language = guess_language(" ".join(texts))
    return Fragment(
        path,
        nodes=(node, *tag_nodes(tags)),
        edges=tuple(tag_edges(path, tags)),
        references=tuple(references),
        body="\n".join(terms(text, language) for text in texts),
        language=language,
    )


def read_cards(data: bytes) -> list[dict[str, Any]]:
    """The cards of a canvas, `{}` for what is none; an empty file is an empty canvas, as Obsidian makes it."""
    text = decode(data)
    if text is None:
        raise ValueError("not UTF-8")
    text = text.removeprefix("\ufeff")
    if not text.strip():
        return []
    try:
        canvas = json.loads(text)
    except RecursionError as fault:
        raise ValueError("nested too deeply") from fault
    cards = canvas.get("nodes", []) if isinstance(canvas, dict) else None
    if not isinstance(cards, list):
        raise ValueError("no list of nodes")
    return [_without_half_pairs(card) if isinstance(card, dict) else {} for card in cards]


def _without_half_pairs(card: dict[str, Any]) -> dict[str, Any]:
    """JSON can spell half a surrogate pair (`\\ud83d`), UTF-8 cannot hold it: U+FFFD stands in for it."""
    return {key: _HALF_PAIR.sub("\ufffd", value) if isinstance(value, str) else value for key, value in card.items()}


def _references(source: str, card: dict[str, Any], number: int) -> Iterator[Reference]:
    file, subpath = card.get("file"), card.get("subpath")
    if card.get("type") == "file" and isinstance(file, str) and file:
        anchor = subpath.removeprefix("#") if isinstance(subpath, str) else ""
        yield Reference(source, file, anchor, "embeds", "canvas", number, 1)
    for link in find_links(card_prose(card)):
        relation = "embeds" if link.embed else "links_to"
        yield Reference(source, link.target, link.subpath, relation, link.syntax, number, 1)


def _tags(card: dict[str, Any]) -> Iterator[str]:
    text = card.get("text")
    if isinstance(text, str):
        for tag in find_tags(card_prose(card), text):
            yield tag.name


def card_prose(card: dict[str, Any]) -> str:
    """The content of a text card, "" for any other."""
    text = card.get("text")
    return read_content(text).prose if card.get("type") == "text" and isinstance(text, str) else ""
