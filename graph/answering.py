"""Answers to a question in words: the right nodes first, why they belong together, the lines that matter."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Final, NamedTuple

from graph.documents import WEIGHTS
from graph.model import Edge, Node
from graph.query import GraphView
from graph.rank import Groups, rank, rarities
from graph.tokens import question_terms, terms

SEEDS: Final = 20
"""How many of the best matches pass some of their score on."""
SPREAD: Final = 0.25
"""The share of its score that a match passes on at each step."""
NODES: Final = 25
"""How many nodes an answer considers."""
LINES: Final = 3
"""How many lines of one note are quoted."""
_LINE_WIDTH: Final = 240
_STRENGTH: Final = {"mentions": 0.4, "tagged": 0.0}
"""How well relations pass a score on; real ones pass it whole."""
_SILENT: Final = frozenset({"tag", "unresolved"})
"""Kinds that answer nothing."""

ReadLines = Callable[[str], Sequence[str]]
"""Gives the lines of a source file as they are now, none if it cannot be read."""


class Scored(NamedTuple):
    """A node and how well it answers."""

    node: Node
    score: float


class Quote(NamedTuple):
    """A line of a note that matters."""

    source_file: str
    line: int
    text: str


class Answer(NamedTuple):
    """All that there is to say, the best first; what is shown of it is cut to a budget later."""

    question: str
    nodes: tuple[Scored, ...]
    edges: tuple[Edge, ...]
    """Those between the nodes."""
    quotes: dict[str, tuple[Quote, ...]]
    """The best lines by node id."""


def search(view: GraphView, text: str, only: Collection[str] | None, limit: int) -> list[Scored]:
    """The nodes in which the words stand, the best first."""
    groups = question_terms(text, view.languages())
    ranked = rank(view.find(groups, only), groups, WEIGHTS, view.statistics())
    nodes = ((view.node(identity), score) for identity, score in ranked)
    return [Scored(node, round(score, 4)) for node, score in nodes if node is not None][:limit]


def answer(
    view: GraphView, question: str, read_lines: ReadLines, *, only: Collection[str] | None = None, depth: int = 1
) -> Answer:
    """The answer to a question: what matches it, widened `depth` steps along the edges with hubs damped."""
    groups = question_terms(question, view.languages())
    matches = [each for each in search(view, question, only, 100) if each.node.kind not in _SILENT]
    scores = _widened(view, matches, only, depth)
    best = sorted(scores, key=lambda identity: (-scores[identity], identity))[:NODES]
    nodes = [Scored(node, round(scores[node.id], 4)) for node in map(view.node, best) if node is not None]
    rarity = rarities(groups, view.statistics())
    quotes = {each.node.id: _quotes(each.node, groups, rarity, view.languages(), read_lines) for each in nodes}
    return Answer(question, tuple(nodes), tuple(_between(view, nodes)), quotes)


def _widened(view: GraphView, matches: Sequence[Scored], only: Collection[str] | None, depth: int) -> dict[str, float]:
    """Scores after the matches have passed some of theirs on to their neighbours."""
    scores = {each.node.id: each.score for each in matches}
    passing = {each.node.id: each.score for each in matches[:SEEDS]}
    for _ in range(depth):
        received: dict[str, float] = {}
        for identity in sorted(passing):
            for other, strength in _reach(view, identity):
                if only is None or other in only:
                    gift = SPREAD * passing[identity] * strength
                    received[other] = max(received.get(other, 0.0), gift)
        for other in sorted(received):
            scores[other] = scores.get(other, 0.0) + received[other]
        passing = received
    return scores


def _reach(view: GraphView, identity: str) -> Iterable[tuple[str, float]]:
    """(neighbour, strength): the surest relation to it, damped by how many both are connected with."""
    strengths: dict[str, float] = {}
    for edge in (*view.edges_from(identity), *view.edges_to(identity)):
        other = edge.target if edge.source == identity else edge.source
        strength = _STRENGTH.get(edge.relation, 1.0) * edge.confidence_score
        if strength:
            strengths[other] = max(strengths.get(other, 0.0), strength)
    here = view.degree(identity)
    for other, strength in sorted(strengths.items()):
        node = view.node(other)
        if node is not None and node.kind not in _SILENT:
            yield other, strength / math.log2(2 + min(here, 1000)) / math.log2(2 + view.degree(other))


def _between(view: GraphView, nodes: Sequence[Scored]) -> list[Edge]:
    """The edges among the nodes of an answer, those between the best first."""
    place = {each.node.id: index for index, each in enumerate(nodes)}
    edges = [edge for identity in place for edge in view.edges_from(identity) if edge.target in place]
    return sorted(edges, key=lambda edge: (max(place[edge.source], place[edge.target]), edge[:3], edge.source_file))


def _quotes(
    node: Node, groups: Groups, rarity: Sequence[float], languages: Sequence[str], read_lines: ReadLines
) -> tuple[Quote, ...]:
    """The lines of a note that hold most of what is asked for, in their order; a heading brings its first line."""
    lines = read_lines(node.source_file) if node.kind == "note" else ()
    weights = [(_weight(line, groups, rarity, languages), number) for number, line in enumerate(lines)]
    best = sorted((each for each in weights if each[0] > 0), key=lambda each: (-each[0], each[1]))[:LINES]
    wanted = {number for weight, number in best if weight >= best[0][0] / 2}
    for number in sorted(wanted):
        if lines[number].lstrip().startswith("#"):
            below = next((n for n in range(number + 1, min(number + 4, len(lines))) if lines[n].strip()), number)
            wanted.add(below)
    return tuple(Quote(node.source_file, number + 1, _shortened(lines[number])) for number in sorted(wanted))


def _weight(line: str, groups: Groups, rarity: Sequence[float], languages: Sequence[str]) -> float:
    present = frozenset(term for language in languages for term in terms(line, language).split())
    return sum(weight for weight, group in zip(rarity, groups, strict=True) if group & present)


def _shortened(line: str) -> str:
    text = " ".join(line.split())
    return text if len(text) <= _LINE_WIDTH else text[: _LINE_WIDTH - 1] + "…"
