"""Small graphs for exports, made by hand."""

from __future__ import annotations

import tomllib
from pathlib import Path

from graph.exports.network import Network
from graph.model import EXTRACTED, Edge, Node

CASES = Path(__file__).parents[1] / "cases" / "exports"
TEXTS: list[str] = tomllib.loads((CASES / "hostile.toml").read_text("utf-8"))["texts"]


def network_of(texts: list[str], kind: str = "vault") -> Network:
    """A note for each text, called, described and tagged so; each linked with the first and the next."""
    nodes = [_node(number, text) for number, text in enumerate(texts)]
    ids = [node.id for node in nodes]
    edges = [_edge(each, ids[0], "links_to") for each in ids[1:]]
    edges += [_edge(one, other, f"property:{text}") for one, other, text in zip(ids, ids[1:], texts, strict=False)]
    return Network(
        name=texts[0],
        kind=kind,
        nodes=nodes,
        edges=sorted(edges),
        communities=dict.fromkeys(ids, ids[0]),
        names={ids[0]: texts[0]},
        degrees=dict.fromkeys(ids, 2),
    )


def _node(number: int, text: str) -> Node:
    attrs = {"summary": text, "tags": [text], "aliases": [text, ""], "words": 3, "odd": {"a": [text]}}
    return Node(f"n{number:03}.md", text, "note", "document", f"n{number:03}.md", "L1", attrs)


def _edge(source: str, target: str, relation: str) -> Edge:
    return Edge(source, target, relation, EXTRACTED, 1.0, source, "L3", (3, 3, 5), {"evidence": relation})
