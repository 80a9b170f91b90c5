"""What a graph says that a model has read, held against the notes: the words of each proof stand there."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from graph.concept_names import concept_slug, words_of_name
from graph.model import EXTRACTED
from graph.notes.concepts import DISCUSSES

_WIDEST = 3
"""A name that begins on a line ends after at most so many more."""


def unproved(vault: Path) -> list[str]:
    """The sure edges of a model whose evidence does not stand word for word in the note, or whose name does not."""
    graph = json.loads((vault / "graphify-out" / "graph.json").read_bytes())
    names = {node["id"]: {node["label"], *node.get("aliases", ())} for node in graph["nodes"]}
    return [
        f"{link['source']} {link['relation']} {link['target']}"
        for link in read_by_a_model(graph)
        if not _stands(link, names[link["target"]], (vault / link["source_file"]).read_text("utf-8-sig"))
    ]


def read_by_a_model(graph: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The sure edges that came of answers of a model."""
    for link in graph["links"]:
        if link["confidence"] == EXTRACTED and (link["relation"] == DISCUSSES or "evidence" in link):
            yield link


def _stands(link: dict[str, Any], names: set[str], note: str) -> bool:
    if "evidence" in link:
        return bool(link["evidence"]) and link["evidence"] in note
    lines, wanted = note.split("\n"), {concept_slug(name) for name in names}
    return all(wanted & _slugs(lines[line - 1 : line + _WIDEST], names) for line in link["lines"])


def _slugs(lines: list[str], names: set[str]) -> set[str]:
    """What the runs of words in lines would be compared by, so many words in each as one of the names has."""
    words = words_of_name(" ".join(lines))
    lengths = {len(words_of_name(name)) for name in names}
    return {concept_slug(" ".join(words[at : at + length])) for length in lengths for at in range(len(words))}
