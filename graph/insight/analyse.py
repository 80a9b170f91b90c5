"""What a reader wants to know of a graph first: god nodes, communities, hubs, orphans, surprises."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from operator import itemgetter
from typing import Final, NamedTuple

from graph.insight.codemap import CodeMap, code_map
from graph.insight.communities import Communities, find_communities
from graph.insight.community_names import community_names
from graph.insight.journal import is_journal
from graph.model import Node
from graph.naming import is_code
from graph.notes.concepts import DISCUSSES
from graph.sheaf import Kind, Ties

NOT_REAL: Final = frozenset({"tagged", "mentions"})
"""Relations that no author made on purpose as a reference."""

_RARE: Final = 5
"""How many connections two communities may have for each of them to be a surprise."""


class God(NamedTuple):
    """An entry point of the map."""

    id: str
    degree: int
    """How many other nodes refer to it over real relations."""


class Surprise(NamedTuple):
    """A connection that a reader would not expect."""

    source: str
    target: str
    relation: str
    confidence: str
    reason: str


class Analysis(NamedTuple):
    """All that is computed over a whole graph; it holds no history."""

    communities: Communities
    names: dict[str, str]
    """What communities are called, by the ids of their hubs."""
    gods: tuple[God, ...]
    """Best first, all of them; those of code before notes."""
    hubs: tuple[God, ...]
    """The notes that lead to most others, with how many they lead to."""
    orphans: tuple[str, ...]
    """Notes that nothing refers to and that refer to nothing."""
    dead_ends: tuple[str, ...]
    """Notes that are referred to, but lead nowhere."""
    surprises: tuple[Surprise, ...]
    degrees: dict[str, int]
    """How many others a node is connected with over real relations, in either direction."""
    unresolved: dict[str, list[str]]
    """The names that no file answers to, the most wanted first: who uses them, sorted."""
    kinds: dict[str, int]
    relations: dict[str, int]
    confidences: dict[str, int]
    code: CodeMap | None = None
    """None where there is no code."""


def analyse(nodes: Sequence[Node], ties: Ties, parts: Mapping[str, str]) -> Analysis:
    """The analysis of a graph, whose nodes are sorted by id; `parts` says which are parts of others (`units`).

    The same graph gives the same answer.
    """
    communities = find_communities(nodes, ties, parts)
    names = community_names(nodes, communities.of)
    real = _pairs(ties, NOT_REAL)
    links = _pairs(ties, NOT_REAL | {DISCUSSES}) if any(kind.relation == DISCUSSES for kind in ties.kinds) else real
    wanted = Counter(map(itemgetter(1), real))
    leading = _leading(nodes, real)
    leads = leading if links is real else _leading(nodes, links)
    pages = {place for place, node in enumerate(nodes) if node.kind in ("note", "concept") and _is_curated(node)}
    notes = [place for place in sorted(pages) if nodes[place].kind == "note"]
    code = code_map(nodes, ties) if any(map(is_code, nodes)) else None
    kinds = Counter(ties.kind)
    return Analysis(
        communities=communities,
        names=names,
        gods=(*(itertools.starmap(God, code.gods.items()) if code else ()), *_ranked(nodes, wanted, pages)),
        hubs=_ranked(nodes, leads, notes),
        orphans=tuple(nodes[place].id for place in notes if place not in wanted and place not in leads),
        dead_ends=tuple(nodes[place].id for place in notes if place in wanted and place not in leads),
        surprises=tuple(find_surprises(nodes, pages, ties, communities.of, names)),
        degrees={node.id: wanted[place] + leading[place] for place, node in enumerate(nodes)},
        unresolved=_unresolved(nodes, ties),
        kinds=dict(sorted(Counter(node.kind for node in nodes).items())),
        relations=_summed((kind.relation, kinds[place]) for place, kind in enumerate(ties.kinds)),
        confidences=_summed((kind.confidence, kinds[place]) for place, kind in enumerate(ties.kinds)),
        code=code,
    )


def _pairs(ties: Ties, ignored: frozenset[str]) -> set[tuple[int, int]]:
    """Who refers to whom, over other relations than these."""
    return set(ties.of_kinds([kind.relation not in ignored for kind in ties.kinds]))


def _leading(nodes: Sequence[Node], pairs: Iterable[tuple[int, int]]) -> Counter[int]:
    """To how many others each node leads; a name that no file answers to leads nowhere."""
    unknown = {place for place, node in enumerate(nodes) if node.kind == "unresolved"}
    known = (pair for pair in pairs if pair[1] not in unknown) if unknown else pairs
    return Counter(map(itemgetter(0), known))


def _summed(counts: Iterable[tuple[str, int]]) -> dict[str, int]:
    sums: Counter[str] = Counter()
    for name, count in counts:
        sums[name] += count
    return dict(sorted(sums.items()))


def _ranked(nodes: Sequence[Node], counts: Mapping[int, int], pages: Iterable[int]) -> tuple[God, ...]:
    """Those of these pages that have a count, the best first."""
    gods = [God(nodes[place].id, counts[place]) for place in pages if place in counts]
    return tuple(sorted(gods, key=lambda god: (-god.degree, god.id)))


def _unresolved(nodes: Sequence[Node], ties: Ties) -> dict[str, list[str]]:
    is_open = [node.kind == "unresolved" for node in nodes]
    users: dict[str, set[str]] = {}
    if any(is_open):
        for source, target in zip(ties.source, ties.target, strict=True):
            if is_open[target]:
                users.setdefault(nodes[target].id, set()).add(nodes[source].id)
    return {name: sorted(users[name]) for name in sorted(users, key=lambda name: (-len(users[name]), name))}


def _is_curated(node: Node) -> bool:
    """Whether somebody keeps the note as knowledge: the journal and excluded notes are no entry points."""
    return "excluded" not in node.attrs and not is_journal(node)


def find_surprises(
    nodes: Sequence[Node], pages: set[int], ties: Ties, communities: Mapping[str, str], names: Mapping[str, str]
) -> list[Surprise]:
    """Connections of pages across clients, projects and communities, the most surprising first, each pair once."""
    if not pages:
        return []
    of = [communities.get(node.id, "") for node in nodes]
    pairs = zip(ties.source, ties.target, strict=True)
    crossings = Counter(_border(of[one], of[other]) for one, other in pairs if of[one] and of[other])
    best: dict[tuple[int, int], tuple[float, Surprise]] = {}
    for one, other, place in zip(ties.source, ties.target, ties.kind, strict=True):
        kind = ties.kinds[place]
        if one not in pages or other not in pages or kind.relation in ("tagged", DISCUSSES):
            continue
        score, reasons = _strangers(*(nodes[end].attrs.get("facets") for end in (one, other)))
        border = _border(of[one], of[other])
        if border[0] != border[1] and crossings[border] <= _RARE:
            score += 1.0 / crossings[border]
            only = "the only connection" if crossings[border] == 1 else f"one of {crossings[border]} connections"
            among = [names.get(of[end], "") for end in (one, other)]
            where = f"the communities {among[0]} and {among[1]}" if all(among) else "two communities"
            reasons.append(f"{only} between {where}")
        if score:
            surprise = _surprise(nodes[one], nodes[other], kind, reasons)
            ranked = (-score * kind.score, surprise)
            pair = (min(one, other), max(one, other))
            best[pair] = min(ranked, best.get(pair, ranked))
    return [surprise for _, surprise in sorted(best.values())]


def _surprise(one: Node, other: Node, kind: Kind, reasons: Sequence[str]) -> Surprise:
    return Surprise(one.id, other.id, kind.relation, kind.confidence, "; ".join(reasons))


def _border(one: str, other: str) -> tuple[str, str]:
    """The communities that an edge connects: two, unless it stays inside one."""
    return (one, other) if one < other else (other, one)


def _strangers(one: Mapping[str, list[str]] | None, other: Mapping[str, list[str]] | None) -> tuple[float, list[str]]:
    """How strange it is, by their facets, that two notes are connected, and why in words."""
    score, reasons = 0.0, []
    if one and other:
        for namespace, weight in (("client", 4.0), ("project", 2.0)):
            here, there = one.get(namespace), other.get(namespace)
            if here and there and not set(here) & set(there):
                score += weight
                reasons.append(f"from {namespace} {min(here)} to {namespace} {min(there)}")
    return score, reasons
