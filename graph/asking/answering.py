"""Answers to a question in words: the right nodes first, why they belong together, the lines that matter."""

from __future__ import annotations

import math
import unicodedata
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from graph.asking.documents import WEIGHTS
from graph.asking.finder import Finder
from graph.asking.query import GraphView
from graph.asking.rank import Candidate, rank, rarities
from graph.asking.standing import OF_NOTES, standing
from graph.model import Edge, Node
from graph.naming import is_code, is_excluded, spoken_name
from graph.regex import regex
from graph.stopwords import ALL
from graph.text import fold, well_formed
from graph.tokens import question_terms, subjects, with_verbs

LIFT: Final = 0.3
"""How much the best match that a match is linked with adds to it: the best of 0.2, 0.3 and 0.5 on the even lines of
benchmarks/asking. More helps questions that two notes answer together and hurts those about one name."""
SPREAD: Final = 0.25
"""The share of its score that a node passes on to one in which nothing of the question stands."""
NODES: Final = 25
"""How many nodes an answer considers."""
QUOTED: Final = 8
"""How many of the best nodes are quoted."""
LINES: Final = 3
"""How many lines of one note are quoted."""
CONNECTIONS: Final = 3
"""How many connections of a node with better ones are told."""
_MATCHES: Final = 100
_NAME_WORDS: Final = 8
"""Words of the longest name that is looked for in a question."""
_PUNCTUATION: Final = " \t.,;:!?¿¡()[]{}<>\"'`«»„“”‘’…、。！？；：（）「」『』《》"
_LINE_WIDTH: Final = 240
_WORD_WIDTH: Final = 20
"""Within how many characters an excerpt looks back for the start of a word."""
_MARKS: Final = " \"'/*#!"
"""What stands around the text of a comment or docstring."""
_STRENGTH: Final = {"mentions": 0.4, "tagged": 0.0, "contains": 0.3}
"""How well relations pass a score on; real ones pass it whole."""
_SILENT: Final = frozenset({"tag", "unresolved"})
"""Kinds that answer nothing."""
_HEADING: Final = regex(r" {0,3}#{1,6}(?:\s|$)")
_FENCE: Final = regex(r"---\s*$")

ReadLines = Callable[[str], Sequence[str]]
"""Gives the lines of a source file as they are now, none if it cannot be read."""


class Scored(NamedTuple):
    """A node and how well it answers."""

    node: Node
    score: float
    words: tuple[str, ...] = ()
    """The words of the question that stand in it; none if it is only linked with what fits."""


class Quote(NamedTuple):
    """A line of a note or of code that matters."""

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
    unknown: tuple[str, ...] = ()
    """Words of the question that stand nowhere in the graph."""


def search(view: GraphView, text: str, only: Collection[str] | None, limit: int) -> list[Scored]:
    """The nodes in which the words stand, the best first; excluded ones last (help: Settings, Excluded files)."""
    groups = _asked(view, text)
    candidates = view.find(groups, only)
    overlooked = named_in(view, text).difference(each.id for each in candidates)
    if only is not None:
        overlooked &= set(only)
    candidates += view.find(groups, overlooked) if overlooked else []
    ranked, rarity = rank(candidates, groups, WEIGHTS, view.statistics()), rarities(groups, view.statistics())
    told = {each.id: each for each in candidates}
    nodes = ((view.node(identity), score) for identity, score in ranked)
    found = [
        Scored(node, round(score * standing(view, node, told[node.id], groups, rarity), 4))
        for node, score in nodes
        if node is not None
    ]
    if any(is_code(each.node) for each in found):
        found = [each if is_code(each.node) else Scored(each.node, round(each.score * OF_NOTES, 4)) for each in found]
    best = sorted(found, key=lambda each: (is_excluded(each.node), -each.score, each.node.id))[:limit]
    asked = {word: _terms_of(view, word) for word in subjects(text)}
    return [each._replace(words=_words_in(told[each.node.id], asked)) for each in best]


def _words_in(candidate: Candidate, asked: Mapping[str, frozenset[str]]) -> tuple[str, ...]:
    """The words of which a term stands in a document."""
    there = frozenset(" ".join(candidate.fields).split())
    return tuple(word for word, forms in asked.items() if forms & there)


def _asked(view: GraphView, text: str) -> list[frozenset[str]]:
    """What is asked for, and what those do who are asked for."""
    return with_verbs(question_terms(text, view.languages()))


def named_in(view: GraphView, text: str) -> set[str]:
    """The nodes whose whole name or alias stands in a text."""
    words = [word.strip(_PUNCTUATION) for word in well_formed(text).split()]
    phrases = {
        " ".join(words[start:end])
        for start in range(len(words))
        for end in range(start + 1, min(start + _NAME_WORDS, len(words)) + 1)
    }
    keys = {key for phrase in phrases for key in (fold(phrase), spoken_name(phrase)) if key and key not in ALL}
    return {identity for key in keys for identity, _ in view.called(key)}


def unknown_words(view: GraphView, question: str) -> list[str]:
    """The words of a question that carry a subject and stand nowhere in the graph."""
    frequency = view.statistics().frequency
    words = dict.fromkeys(word.strip(_PUNCTUATION) for word in well_formed(question).split())
    telling = [word for word in words if word and fold(word) not in ALL]
    return [word for word in telling if not any(map(frequency, _terms_of(view, word)))]


def _terms_of(view: GraphView, word: str) -> frozenset[str]:
    return frozenset().union(*question_terms(word, view.languages()))


def answer(
    view: GraphView, question: str, read_lines: ReadLines, *, only: Collection[str] | None = None, depth: int = 1
) -> Answer:
    """The answer to a question: what matches it, widened `depth` steps along the edges with hubs damped."""
    groups = _asked(view, question)
    matches = [each for each in search(view, question, only, _MATCHES) if each.node.kind not in _SILENT]
    scores = {each.node.id: each.score for each in matches}
    if depth:
        scores = _lifted(view, scores)
        if len(scores) < NODES:
            scores |= _reached(view, scores, only, depth)
    words = {each.node.id: each.words for each in matches}
    reached = [
        Scored(node, round(scores[node.id], 4), words.get(node.id, ())) for node in map(view.node, scores) if node
    ]
    nodes = sorted(reached, key=lambda each: (is_excluded(each.node), -scores[each.node.id], each.node.id))[:NODES]
    finder = Finder(groups, view.languages())
    rarity = rarities(groups, view.statistics())
    quotes = {each.node.id: _quotes(each.node, finder, rarity, read_lines) for each in nodes[:QUOTED]}
    return Answer(question, tuple(nodes), tuple(_between(view, nodes)), quotes, tuple(unknown_words(view, question)))


def _lifted(view: GraphView, scores: Mapping[str, float]) -> dict[str, float]:
    """Scores after each match was lifted by the best other match that it is linked with.

    Only matches lift one another, by the geometric mean of both, so that a match does not drag up whatever happens to
    hang on it: a link between two notes that both fit says that they fit together.
    """
    lifts = dict.fromkeys(scores, 0.0)
    for source in scores:
        for target, strength in _strengths(view.edges_from(source), source).items():
            if target in scores:
                both = scores[source] * scores[target] * strength
                lifts[source] = max(lifts[source], both / _crowd(view, target))
                lifts[target] = max(lifts[target], both / _crowd(view, source))
    return {identity: score + LIFT * math.sqrt(lifts[identity]) for identity, score in scores.items()}


def _reached(
    view: GraphView, scores: Mapping[str, float], only: Collection[str] | None, depth: int
) -> dict[str, float]:
    """Scores of nodes in which nothing of the question stands, at most `depth` steps from one that fits."""
    found: dict[str, float] = {}
    passing = scores
    for _ in range(depth):
        received: dict[str, float] = {}
        for identity in sorted(passing):
            edges = (*view.edges_from(identity), *view.edges_to(identity))
            for other, strength in _strengths(edges, identity).items():
                if other not in scores and other not in found and (only is None or other in only):
                    gift = SPREAD * passing[identity] * strength / _crowd(view, identity) / _crowd(view, other)
                    received[other] = max(received.get(other, 0.0), gift)
        passing = {other: gift for other, gift in received.items() if _speaks(view, other)}
        found |= passing
    return found


def _strengths(edges: Iterable[Edge], identity: str) -> dict[str, float]:
    """How well a node's score passes to each neighbour: over the surest relation to it."""
    strengths: dict[str, float] = {}
    for edge in edges:
        other = edge.target if edge.source == identity else edge.source
        strength = _STRENGTH.get(edge.relation, 1.0) * edge.confidence_score
        if strength and other != identity:
            strengths[other] = max(strengths.get(other, 0.0), strength)
    return strengths


def _crowd(view: GraphView, identity: str) -> float:
    """How little a link of a node says: with 2 neighbours twice, with 14 four times as little as with none."""
    return math.log2(2 + view.degree(identity))


def _speaks(view: GraphView, identity: str) -> bool:
    node = view.node(identity)
    return node is not None and node.kind not in _SILENT


def _between(view: GraphView, nodes: Sequence[Scored]) -> list[Edge]:
    """What connects the nodes of an answer, the best first: of two nodes the surest edge, of each node the best few."""
    place = {each.node.id: index for index, each in enumerate(nodes)}
    surest: dict[frozenset[str], Edge] = {}
    for source in place:
        for edge in view.edges_from(source):
            pair = frozenset(edge[:2])
            if edge.target in place and len(pair) == 2 and _trust(edge) > _trust(surest.get(pair)):
                surest[pair] = edge
    later: Counter[int] = Counter()
    found: list[Edge] = []
    for edge in sorted(surest.values(), key=lambda edge: sorted((place[edge.source], place[edge.target]))[::-1]):
        newest = max(place[edge.source], place[edge.target])
        later[newest] += 1
        if later[newest] <= CONNECTIONS:
            found.append(edge)
    return found


def _trust(edge: Edge | None) -> float:
    return 0.0 if edge is None else edge.confidence_score * _STRENGTH.get(edge.relation, 1.0)


def _quotes(node: Node, finder: Finder, rarity: Sequence[float], read_lines: ReadLines) -> tuple[Quote, ...]:
    """The lines of a note or symbol that hold most of what is asked for, in their order; a heading brings its first.

    Properties, signatures and docstrings are not quoted: they stand above already.
    """
    is_quoted = node.kind == "note" or "end_line" in node.attrs
    lines = read_lines(node.source_file) if is_quoted else ()
    own = range(_body_start(lines), len(lines)) if node.kind == "note" else _untold(node, lines)
    weights = ((sum(rarity[index] for index in finder.groups_in(lines[number])), number) for number in own)
    best = sorted((each for each in weights if each[0] > 0), key=lambda each: (-each[0], each[1]))[:LINES]
    wanted: set[int] = set()
    for weight, number in best:
        if weight >= best[0][0] / 2:
            wanted.update(_with_text(lines, number) if node.kind == "note" else (number,))
    return tuple(
        Quote(node.source_file, number + 1, _excerpt(lines[number], finder, rarity)) for number in sorted(wanted)
    )


def _untold(node: Node, lines: Sequence[str]) -> Iterator[int]:
    """The lines of a symbol that say more than its signature and what it says of itself."""
    told = [" ".join(str(node.attrs.get(name, "")).split()) for name in ("signature", "docstring")]
    for number in _lines_of(node, len(lines)):
        line = " ".join(lines[number].split()).strip(_MARKS)
        if not any(line in each for each in told):
            yield number


def _lines_of(node: Node, count: int) -> range:
    """The lines of a symbol after its first, as places in its file of so many lines."""
    first = int(node.source_location.removeprefix("L") or 0)
    return range(min(first, count), min(node.attrs.get("end_line", 0), count)) if node.kind != "file" else range(0)


def _with_text(lines: Sequence[str], number: int) -> tuple[int, ...]:
    """A line; for a heading also the first line below it, and nothing if there is none."""
    if not _HEADING.match(lines[number]):
        return (number,)
    below = next((below for below in range(number + 1, len(lines)) if lines[below].strip()), None)
    return () if below is None or _HEADING.match(lines[below]) else (number, below)


def _body_start(lines: Sequence[str]) -> int:
    """The first line after the properties (help: Properties, they stand at the very beginning between `---`)."""
    if not lines or not _FENCE.match(lines[0].removeprefix("\ufeff")):
        return 0
    return next((number + 1 for number in range(1, len(lines)) if _FENCE.match(lines[number])), 0)


def _excerpt(line: str, finder: Finder, rarity: Sequence[float]) -> str:
    """A line, and of a long one the part that holds most of what is asked for."""
    text = " ".join(unicodedata.normalize("NFC", line).split())
    if len(text) <= _LINE_WIDTH:
        return text
    half = _LINE_WIDTH // 2
    held: list[set[int]] = [set() for _ in range(len(text) // half + 2)]
    for start, groups in finder.places(text):
        held[start // half].update(groups)
    worth = [sum(rarity[index] for index in one | other) for one, other in pairwise(held)]
    start = worth.index(max(worth)) * half
    start = text.rfind(" ", max(start - _WORD_WIDTH, 0), start) + 1 or start
    end = start + _LINE_WIDTH
    return ("…" if start else "") + text[start:end].rstrip() + ("…" if end < len(text) else "")
