"""The graphs of the project around and of the vault: notes and symbols, with the line that speaks for each."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from vaultkit.artifacts import GRAPH
from vaultkit.asking import Narrowing, query
from vaultkit.config import Root, absolute, read_root, root_around, vault_place
from vaultkit.errors import VaultkitError
from vaultkit.layers.question import MOST, Question
from vaultkit.memory.hit import Hit
from vaultkit.memory.periods import day_in

_BUDGET = 2000
"""Tokens of an answer of which the hits are made."""


def find(question: Question) -> list[Hit]:
    """The nodes that answer. Raises VaultkitError if there is no graph."""
    roots = [root for root in _roots(question.folder) if (root.out / GRAPH).is_file()]
    if not roots:
        raise VaultkitError("there is no graph of the project or the vault", "build it: graphify PATH")
    return [hit for root in roots for hit in _hits(root, question)][:MOST]


def _roots(folder: Path) -> list[Root]:
    """The vault, and the project around; one if they are the same."""
    vault = vault_place(None, folder)
    found = [read_root(absolute(vault[0]))] if vault is not None else []
    around = root_around(folder)
    return [*found, *([around] if around and around not in found else [])]


def _hits(root: Root, question: Question) -> Iterator[Hit]:
    cut = query(root.out, question.words, Narrowing(budget=_BUDGET)).answer
    lines = {quote.source_file: quote for quote in reversed(cut.quotes)}
    for scored in cut.nodes:
        node = scored.node
        quote = lines.get(node.source_file)
        date = str(node.attrs.get("date") or day_in(Path(node.source_file).stem))  # a daily note is called by its day
        if not node.source_file or not question.allows(date):
            continue
        line = quote.line if quote else int(node.source_location.lstrip("L") or 1)
        told = str(node.attrs.get("summary") or node.attrs.get("docstring") or "")
        text = "\n".join(filter(None, (told, quote.text if quote else ""))) or node.label
        place = f"{root.path / node.source_file}:{line}"
        yield Hit(
            "graph", node.id, place, date, text, question.found_in(f"{node.label} {text}"), node.label, scored.score
        )
