"""What a reader wants to know of a graph first: god nodes, communities, hubs, orphans, surprises."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from graph.codemap import CodeMap, code_map
from graph.communities import Communities, find_communities
from graph.concepts import DISCUSSES
from graph.model import Edge, Node
from graph.naming import is_code, names_of_hubs

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
    kinds: dict[str, int]
    relations: dict[str, int]
    confidences: dict[str, int]
    code: CodeMap | None = None
    """None where there is no code."""


def analyse(nodes: Iterable[Node], edges: Sequence[Edge]) -> Analysis:
    """The analysis of a graph; `edges` sorted, so that the same graph gives the same answer."""
    by_id = {node.id: node for node in nodes}
    communities = find_communities(by_id, edges)
    sources, targets = _neighbours(by_id, edges)
    leads = _leads(by_id, edges, targets)
    pages = {key for key, node in by_id.items() if node.kind in ("note", "concept") and _is_curated(node)}
    notes = [key for key in by_id if key in pages and by_id[key].kind == "note"]
    code = code_map(by_id, edges) if any(map(is_code, by_id.values())) else None
    return Analysis(
        nodes=by_id,
        communities=communities,
        gods=(*(itertools.starmap(God, code.gods.items()) if code else ()), *_ranked(sources, pages)),
        hubs=_ranked(leads, set(notes)),
        orphans=tuple(key for key in notes if key not in sources and key not in leads),
        dead_ends=tuple(key for key in notes if key in sources and key not in leads),
        surprises=tuple(find_surprises(by_id, pages, edges, communities)),
        degrees={key: len(sources.get(key, ())) + len(targets.get(key, ())) for key in by_id},
        kinds=dict(sorted(Counter(node.kind for node in by_id.values()).items())),
        relations=dict(sorted(Counter(edge.relation for edge in edges).items())),
        confidences=dict(sorted(Counter(edge.confidence for edge in edges).items())),
        code=code,
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


def _leads(nodes: Mapping[str, Node], edges: Sequence[Edge], targets: dict[str, set[str]]) -> Mapping[str, set[str]]:
    """Where each node leads a reader: a concept that a model found in a note is no link in it."""
    links = [edge for edge in edges if edge.relation != DISCUSSES]
    return targets if len(links) == len(edges) else _neighbours(nodes, links)[1]


def _ranked(neighbours: Mapping[str, set[str]], pages: set[str]) -> tuple[God, ...]:
    """Pages by number of neighbours, the best first."""
    gods = [God(key, len(found)) for key, found in neighbours.items() if key in pages]
    return tuple(sorted(gods, key=lambda god: (-god.degree, god.id)))


def _is_curated(node: Node) -> bool:
    """Whether somebody keeps the note as knowledge: the journal and excluded notes are no entry points."""
    return "excluded" not in node.attrs and not is_journal(node)


def find_surprises(
    nodes: Mapping[str, Node], pages: set[str], edges: Iterable[Edge], communities: Communities
) -> list[Surprise]:
    """Connections of pages across clients, projects and communities, the most surprising first, each pair once."""
    if not pages:
        return []
    of, names = communities.of, names_of_hubs(nodes[hub] for hub in communities.sizes)
    crossings = Counter(_border(edge, of) for edge in edges if edge.source in of and edge.target in of)
    owners = {key: nodes[key].attrs["facets"] for key in pages if "facets" in nodes[key].attrs}
    best: dict[frozenset[str], tuple[float, Surprise]] = {}
    for edge in edges:
        if edge.relation in ("tagged", DISCUSSES) or edge.source not in pages or edge.target not in pages:
            continue
        score, reasons = _strangers(owners.get(edge.source), owners.get(edge.target))
        border = _border(edge, of)
        if len(border) == 2:
            score += 1.0 / crossings[border]
            only = "the only connection" if crossings[border] == 1 else f"one of {crossings[border]} connections"
            one, other = (names.get(of.get(end, ""), "") for end in edge[:2])
            among = f"the communities {one} and {other}" if one and other else "two communities"
            reasons.append(f"{only} between {among}")
        if score:
            surprise = Surprise(edge.source, edge.target, edge.relation, edge.confidence, "; ".join(reasons))
            ranked = (-score * edge.confidence_score, surprise)
            pair = frozenset((edge.source, edge.target))
            best[pair] = min(ranked, best.get(pair, ranked))
    return [surprise for _, surprise in sorted(best.values())]


def _border(edge: Edge, of: Mapping[str, str]) -> frozenset[str]:
    """The communities that an edge connects: two, unless it stays inside one."""
    return frozenset((of.get(edge.source, ""), of.get(edge.target, "")))


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
