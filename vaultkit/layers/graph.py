"""The graphs of the project around and of the vault: notes and symbols, with the lines that speak for each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from graph.asking.answering import Quote
from graph.asking.fusion import fused
from graph.model import Node
from graph.naming import is_code, is_excluded
from vaultkit.asking.questions import Narrowing, query
from vaultkit.building.artifacts import GRAPH
from vaultkit.config import Root, absolute, read_root, roots_around, vault_place
from vaultkit.errors import VaultkitError
from vaultkit.layers.question import MOST, Question
from vaultkit.memory.hit import Hit
from vaultkit.memory.periods import day_in

_BUDGET = 2000
"""Tokens of an answer of which the hits are made."""


def find(question: Question) -> list[Hit]:
    """The nodes in which words of the question stand, excluded files apart; of several graphs the best of each in turn.

    Raises VaultkitError if there is no graph.
    """
    roots = _roots(question.folder)
    if not roots:
        raise VaultkitError("there is no graph of the project or the vault", "build it: graphify PATH")
    return [hit for hit, _ in fused([list(_hits(root, question)) for root in roots])][:MOST]


def _roots(folder: Path) -> list[Root]:
    """The nearest root around that has a graph, and the vault; one if they are the same."""
    around = next((root for root in roots_around(absolute(folder)) if _has_graph(root)), None)
    vault = vault_place(None, folder)
    found = [*([around] if around else []), *([read_root(absolute(vault[0]))] if vault is not None else [])]
    return [root for root in dict.fromkeys(found) if _has_graph(root)]


def _has_graph(root: Root) -> bool:
    return (root.out / GRAPH).is_file()


def _hits(root: Root, question: Question) -> Iterator[Hit]:
    cut = query(root.out, question.words, Narrowing(budget=_BUDGET)).answer
    for scored in cut.nodes:
        node, quotes = scored.node, list(_quotes_of(scored.node, cut.quotes))
        date = str(node.attrs.get("date") or day_in(Path(node.source_file).stem))  # a daily note is called by its day
        if not scored.words or not node.source_file or is_excluded(node) or not question.allows(date):
            continue
        line = quotes[0].line if quotes else int(node.source_location.lstrip("L") or 1)
        told = str(node.attrs.get("summary") or node.attrs.get("docstring") or "")
        text = "\n".join(filter(None, (told, *(quote.text for quote in quotes[:1])))) or node.label
        place = f"{root.path / node.source_file}:{line}"
        hit = Hit("graph", node.id, place, date, text, "", node.label, scored.score, root=root.name)
        yield question.answered(hit, scored.words)


def _quotes_of(node: Node, quotes: Iterable[Quote]) -> Iterator[Quote]:
    """The lines that were quoted of a note, or of a symbol among those of its file."""
    first, last = int(node.source_location.lstrip("L") or 1), int(node.attrs.get("end_line", 0))
    for quote in quotes:
        if quote.source_file == node.source_file and (not is_code(node) or first <= quote.line <= last):
            yield quote
