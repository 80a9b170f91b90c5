"""Unlinked mentions: where a note's prose names another note by its title or alias."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Mapping
from posixpath import commonpath, dirname
from typing import TYPE_CHECKING, Final, NamedTuple

from graph.model import AMBIGUOUS, INFERRED, Edge, node_id
from graph.text import fold_prose, is_cjk

if TYPE_CHECKING:
    import ahocorasick

MENTIONS: Final = "mentions"
MENTION_SCORE: Final = 0.6
"""One note alone is called so."""
NEAREST_SCORE: Final = 0.4
"""Several notes are called so, and one of them lies nearest to the mention."""
COMMON_SHARE: Final = 0.01
COMMON_FLOOR: Final = 20
"""A title found in over 1 % of the notes (and in over 20) is a common word, not a mention."""

_JOINERS: Final = "-._"
"""They carry a word on if letters or digits stand on both sides: `graph` is not in `graph-view` or `graph.db`."""
_SIGILS: Final = "/@#\\+"
"""They make something else of a word: a path, a handle, a tag, `C++`."""


class Mention(NamedTuple):
    """A title found in one note."""

    name: str
    """The folded title or alias."""
    lines: tuple[int, ...]


class Finder:
    """Finds every title in a text at once (Aho-Corasick), the longest first."""

    def __init__(self, names: Iterable[str]) -> None:
        """Prepare to look for these titles and aliases; those too short to mean anything are left out."""
        import ahocorasick  # here: the index names mentions, a question looks for none

        self._automaton = ahocorasick.Automaton()
        for name in {fold_prose(name.strip()) for name in names}:
            if is_telling(name):
                self._automaton.add_word(name, name)
        if len(self._automaton):
            self._automaton.make_automaton()

    def find(self, prose: str) -> list[Mention]:
        """The mentions in folded prose (`fold_prose`), by name; no two of them overlap."""
        if not len(self._automaton) or not prose:
            return []
        line_ends = [match.start() for match in re.finditer("\n", prose)]
        lines: dict[str, list[int]] = {}
        for start, name in _longest(prose.replace("\n", " "), self._automaton):
            lines.setdefault(name, []).append(bisect_right(line_ends, start) + 1)
        return [Mention(name, tuple(places)) for name, places in sorted(lines.items())]


def is_telling(name: str) -> bool:
    """Whether a title is long enough to be looked for: at least 2 CJK characters or 4 letters."""
    return sum(map(is_cjk, name)) >= 2 or sum(map(str.isalpha, name)) >= 4


def common_limit(notes: int) -> int:
    """The number of notes above which a title is a common word, in a vault of so many notes."""
    return max(COMMON_FLOOR, int(notes * COMMON_SHARE))


def mention_edges(path: str, mentions: Iterable[Mention], holders: Mapping[str, list[str]]) -> list[Edge]:
    """The `mentions` edges of the note at `path`.

    `holders`: the notes called by each name, without the names that are common words. Of several notes the one that
    shares the longest folder path and lies least deep below it is meant; if several are as near, the edge is AMBIGUOUS.
    """
    edges: dict[str, Edge] = {}
    for mention in mentions:
        fits = _nearest(path, holders.get(mention.name, []))
        if not fits or path in fits:
            continue
        edge = _edge(path, mention, fits, alone=len(holders[mention.name]) == 1)
        edges[edge.target] = _united(edges[edge.target], edge) if edge.target in edges else edge
    return list(edges.values())


def _longest(text: str, automaton: ahocorasick.Automaton) -> list[tuple[int, str]]:
    """(start, name) of whole-word matches, leftmost and then longest first, without overlaps."""
    found = []
    for end, name in automaton.iter(text):
        start = end + 1 - len(name)
        if _is_whole(text, start, end + 1):
            found.append((start, -len(name), name))
    found.sort()
    kept, at = [], 0
    for start, negative_length, name in found:
        if start >= at:
            kept.append((start, name))
            at = start - negative_length
    return kept


def _is_whole(text: str, start: int, end: int) -> bool:
    """Whether no word goes on at either side; CJK text has no word boundaries."""
    before, after = text[max(start - 2, 0) : start][::-1], text[end : end + 2]
    return _is_free(text[start], before) and _is_free(text[end - 1], after)


def _is_free(inside: str, outside: str) -> bool:
    """Whether a word that ends in `inside` ends there, given the next two characters outwards."""
    if not outside or is_cjk(inside) or is_cjk(outside[0]):
        return True
    if outside[0] in _JOINERS:
        return not outside[1:].isalnum()
    return not (outside[0].isalnum() or outside[0] in _SIGILS)


def _nearest(path: str, holders: list[str]) -> list[str]:
    if len(holders) < 2:
        return holders
    near = {holder: _nearness(dirname(path), dirname(holder)) for holder in holders}
    most = max(near.values())
    return [holder for holder in holders if near[holder] == most]


def _nearness(folder: str, other: str) -> tuple[int, int]:
    """(folders shared, minus folders below those): the own folder is nearer than one inside it."""
    shared = _depth(commonpath([folder, other])) if folder and other else 0
    return shared, shared - _depth(other)


def _depth(folder: str) -> int:
    return folder.count("/") + 1 if folder else 0


def _edge(path: str, mention: Mention, fits: list[str], *, alone: bool) -> Edge:
    first = f"L{mention.lines[0]}"
    ids = [node_id(fit) for fit in fits]
    if len(fits) > 1:
        candidates = {"candidates": ids}
        return Edge(node_id(path), ids[0], MENTIONS, AMBIGUOUS, 1 / len(ids), path, first, mention.lines, candidates)
    score = MENTION_SCORE if alone else NEAREST_SCORE
    return Edge(node_id(path), ids[0], MENTIONS, INFERRED, score, path, first, mention.lines, {})


def _united(one: Edge, other: Edge) -> Edge:
    """Title and alias of one note: the stronger edge, with the lines of both."""
    strong = max(one, other, key=lambda edge: (edge.confidence_score, edge.attrs.get("candidates", [])))
    lines = tuple(sorted(one.lines + other.lines))
    return strong._replace(lines=lines, source_location=f"L{lines[0]}")
