"""Edges as columns: a sheaf of each file, and all of them tied together. For whoever goes through a whole graph."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple

from graph.model import Confidence, Edge

Lines = int | list[int]
"""The lines that state an edge: the number of a single one, else all of them, sorted, with those that do so twice."""


class Kind(NamedTuple):
    """What many edges have in common."""

    relation: str
    confidence: Confidence
    score: float
    when: str = ""
    """Of an import: when it runs, "" as its file is loaded."""


class Sheaf(NamedTuple):
    """Who is connected with whom by the edges of one file, row by row: by source, target and relation."""

    ends: list[str]
    """The ids of the nodes at the ends."""
    kinds: list[Kind]
    source: list[int]
    """Places in `ends`."""
    target: list[int]
    kind: list[int]
    """Places in `kinds`."""


class Said(NamedTuple):
    """What is said of edges beside that, by the same rows."""

    lines: list[Lines]
    more: dict[int, Edge]
    """The edges with attributes, in full."""


class Ties(NamedTuple):
    """Who is connected with whom in a whole graph, row by row: by file, source, target and relation."""

    source: list[int]
    """Places among the nodes, which are sorted by id."""
    target: list[int]
    kind: list[int]
    """Places in `kinds`."""
    kinds: list[Kind]
    files: list[tuple[str, int]]
    """The files that state the edges, and of how many rows each is."""

    def of_kinds(self, wanted: Sequence[bool]) -> Iterator[tuple[int, int]]:
        """(source, target) of the edges of these kinds, again for each edge."""
        rows = zip(self.source, self.target, self.kind, strict=True)
        return ((source, target) for source, target, kind in rows if wanted[kind])


def sheaf_of(edges: Sequence[Edge]) -> tuple[Sheaf, Said]:
    """The edges of one file, which are sorted, as columns."""
    ends: dict[str, int] = {}
    kinds: dict[Kind, int] = {}
    sheaf = Sheaf(
        ends=[],
        kinds=[],
        source=[ends.setdefault(edge.source, len(ends)) for edge in edges],
        target=[ends.setdefault(edge.target, len(ends)) for edge in edges],
        kind=[kinds.setdefault(_kind(edge), len(kinds)) for edge in edges],
    )
    lines: list[Lines] = [edge.lines[0] if len(edge.lines) == 1 else list(edge.lines) for edge in edges]
    said = Said(lines, {row: edge for row, edge in enumerate(edges) if edge.attrs})
    return sheaf._replace(ends=list(ends), kinds=list(kinds)), said


def _kind(edge: Edge) -> Kind:
    return Kind(*edge[2:5], edge.attrs.get("when", "")) if edge.attrs else Kind(*edge[2:5])


def tied(position: Mapping[str, int], sheaves: Iterable[tuple[str, Sheaf]]) -> Ties:
    """All edges of a graph; `position` says where the nodes stand, `sheaves` come by file."""
    ties = Ties([], [], [], [], [])
    kinds: dict[Kind, int] = {}
    for file, sheaf in sheaves:
        at = [position[end] for end in sheaf.ends]
        of = [kinds.setdefault(kind, len(kinds)) for kind in sheaf.kinds]
        ties.source.extend([at[end] for end in sheaf.source])
        ties.target.extend([at[end] for end in sheaf.target])
        ties.kind.extend([of[kind] for kind in sheaf.kind])
        ties.files.append((file, len(sheaf.kind)))
    return ties._replace(kinds=list(kinds))


def joined(said: Iterable[Said]) -> Said:
    """What is said of all edges of a graph."""
    whole = Said([], {})
    for each in said:
        first = len(whole.lines)
        whole.lines.extend(each.lines)
        whole.more.update((first + row, edge) for row, edge in each.more.items())
    return whole


def gathered(ids: Iterable[str], edges: Iterable[Edge]) -> tuple[Ties, Said]:
    """Any edges as columns; one to no node is left out. `ids` sorted."""
    position = {identity: place for place, identity in enumerate(ids)}
    known = [edge for edge in edges if edge.source in position and edge.target in position]
    by_file = groupby(sorted(known, key=_in_order), key=attrgetter("source_file"))
    sheaves = {file: sheaf_of(list(found)) for file, found in by_file}
    ties = tied(position, ((file, sheaf) for file, (sheaf, _) in sheaves.items()))
    return ties, joined(said for _, said in sheaves.values())


def _in_order(edge: Edge) -> tuple[str, str, str, str]:
    return edge.source_file, *edge[:3]
