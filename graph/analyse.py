"""What a reader wants to know of a graph first: god nodes, communities, hubs, orphans, surprises."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from graph.communities import Communities, find_communities
from graph.model import Edge, Node

NOT_REAL: Final = frozenset({"tagged", "mentions"})
"""Relations that no author made on purpose as a reference."""

_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")


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

    nodes: dict[str, Node]
    """By id, sorted."""
    communities: Communities
    gods: tuple[God, ...]
    """Best first, all of them."""
    hubs: tuple[God, ...]
    """The notes that lead to most others, with how many they lead to."""
    orphans: tuple[str, ...]
    """Notes that nothing refers to and that refer to nothing."""
    dead_ends: tuple[str, ...]
    """Notes that are referred to, but lead nowhere."""
    surprises: tuple[Surprise, ...]
    kinds: dict[str, int]
    relations: dict[str, int]
    confidences: dict[str, int]


def analyse(nodes: Iterable[Node], edges: Sequence[Edge]) -> Analysis:
    """The analysis of a graph; `edges` sorted, so that the same graph gives the same answer."""
    by_id = {node.id: node for node in nodes}
    communities = find_communities(by_id, edges)
    sources, targets = _neighbours(by_id, edges)
    return Analysis(
        nodes=by_id,
        communities=communities,
        gods=_ranked(sources, by_id),
        hubs=_ranked(targets, by_id),
        orphans=tuple(key for key in by_id if _is_page(by_id[key]) and not sources.get(key) and not targets.get(key)),
        dead_ends=tuple(key for key in by_id if _is_page(by_id[key]) and sources.get(key) and not targets.get(key)),
        surprises=tuple(find_surprises(by_id, edges, communities)),
        kinds=dict(sorted(Counter(node.kind for node in by_id.values()).items())),
        relations=dict(sorted(Counter(edge.relation for edge in edges).items())),
        confidences=dict(sorted(Counter(edge.confidence for edge in edges).items())),
    )


def is_journal(node: Node) -> bool:
    """Whether a note belongs to the journal: by its type, or by a name that is a day."""
    return "journal" in node.attrs.get("facets", {}).get("type", ()) or bool(_DAY.fullmatch(node.label))


def _neighbours(nodes: Mapping[str, Node], edges: Iterable[Edge]) -> tuple[dict[str, set[str]], dict[str, set[str]]]:
    """For each node those that refer to it, and those it refers to, over real relations between files."""
    sources: dict[str, set[str]] = {}
    targets: dict[str, set[str]] = {}
    for edge in edges:
        if edge.relation not in NOT_REAL:
            sources.setdefault(edge.target, set()).add(edge.source)
            if nodes[edge.target].kind != "unresolved":
                targets.setdefault(edge.source, set()).add(edge.target)
    return sources, targets


def _ranked(neighbours: Mapping[str, set[str]], nodes: Mapping[str, Node]) -> tuple[God, ...]:
    """Notes and concepts by number of neighbours; the journal and excluded notes do not count."""
    gods = [God(key, len(found)) for key, found in neighbours.items() if _is_entry(nodes[key])]
    return tuple(sorted(gods, key=lambda god: (-god.degree, god.id)))


def _is_entry(node: Node) -> bool:
    return node.kind in ("note", "concept") and not is_journal(node) and "excluded" not in node.attrs


def _is_page(node: Node) -> bool:
    return node.kind == "note" and not is_journal(node) and "excluded" not in node.attrs


def find_surprises(nodes: Mapping[str, Node], edges: Iterable[Edge], communities: Communities) -> list[Surprise]:
    """Connections across clients, projects and communities, the most surprising first, each pair once."""
    ranked: list[tuple[float, Surprise]] = []
    crossings = _crossings(edges, communities)
    for edge in edges:
        source, target = nodes[edge.source], nodes[edge.target]
        if edge.relation == "tagged" or not (_is_page(source) and _is_page(target)):
            continue
        score, reason = _surprise(source, target, communities, crossings)
        if score:
            surprise = Surprise(edge.source, edge.target, edge.relation, edge.confidence, reason)
            ranked.append((score * edge.confidence_score, surprise))
    ranked.sort(key=lambda each: (-each[0], each[1]))
    return list({frozenset(each[:2]): each for _, each in reversed(ranked)}.values())[::-1]


def _crossings(edges: Iterable[Edge], communities: Communities) -> Counter[frozenset[str]]:
    """How many edges run between two communities."""
    of = communities.of
    return Counter(
        frozenset((of[edge.source], of[edge.target]))
        for edge in edges
        if edge.source in of and edge.target in of and of[edge.source] != of[edge.target]
    )


def _surprise(
    source: Node, target: Node, communities: Communities, crossings: Counter[frozenset[str]]
) -> tuple[float, str]:
    """How surprising it is that these two are connected, and why in words; 0 if it is not."""
    score, reasons = 0.0, []
    for namespace, weight in (("client", 4.0), ("project", 2.0)):
        one, other = (set(node.attrs.get("facets", {}).get(namespace, ())) for node in (source, target))
        if one and other and not one & other:
            score += weight
            reasons.append(f"from {namespace} {min(one)} to {namespace} {min(other)}")
    here, there = communities.of.get(source.id, ""), communities.of.get(target.id, "")
    if here and there and here != there:
        bridges = crossings[frozenset((here, there))]
        score += 1.0 / bridges
        only = "the only connection" if bridges == 1 else f"one of {bridges} connections"
        reasons.append(f"{only} between two communities")
    return score, "; ".join(reasons)
