"""A made-up vault graph of any size, the same each time: what the page is looked at and measured with."""

from __future__ import annotations

import random
from collections import Counter
from typing import NamedTuple

from graph.layout import layout
from graph.model import AMBIGUOUS, EXTRACTED, INFERRED, Confidence, Edge, Node, node_id, tag_id
from graph.output.page import Page
from graph.output.page_data import Where, page_graph

SUBJECTS = (
    "Vector search",
    "Spaced repetition",
    "Retry policy",
    "Error budgets",
    "Query planner",
    "Feature flags",
    "Write-ahead log",
    "Release checklist",
    "Rate limiting",
    "Threat model",
    "Incremental builds",
    "Café notes",
    "Consistent hashing",
    "Load shedding",
    "日本語の検索",
    "مذكرة البحث",
    "Backpressure",
    "Idempotency keys",
)
ASPECTS = ("", " in practice", " for small teams", " at the edge", " trade-offs", " postmortem")
CLAIMS = (
    "What we learned when the first design met real traffic, and the rule of thumb that survived.",
    "When to reach for it, what it costs, and the two cases where it quietly makes things worse.",
    "A checklist to go through before shipping.",
    "Keep the hot path boring: measure first, cache last, and write down why.",
    "Short comparison of the three approaches, with the numbers behind our choice.",
)
TAGS = ("type/reference", "type/decision", "domain/search", "domain/storage", "tool/sqlite", "scope/global")
NASTY = '</script><img src=x onerror="document.title=\'owned\'"> & "quotes" \u2028 \u202edesrever'
RELATIONS = ("links_to", "mentions", "embeds", "property:up")


class Garden(NamedTuple):
    """A graph and its page."""

    page: Page
    edges: list[Edge]
    where: Where


def garden(size: int, links: int) -> Garden:
    """`size` nodes and up to `links` edges in communities; a few are hubs, a few are badly named."""
    chance = random.Random(size)
    nodes = sorted({node.id: node for node in (_node(index, chance) for index in range(size))}.values())
    ids = [node.id for node in nodes]
    members = _communities(ids, chance)
    edges = _edges(members, links, chance)
    linked = {end for edge in edges for end in (edge.source, edge.target)}
    community = {each: group[0] for group in members for each in group if each in linked}
    degree = Counter(end for edge in edges for end in (edge.source, edge.target))
    where = Where(
        places=layout(ids, ((edge.source, edge.target) for edge in edges), community),
        community=community,
        sizes=dict(Counter(community.values()).most_common()),
    )
    page = Page(
        name="Memory of a workshop & Co",
        kind="vault",
        build_id="3f9c1e7a52d0",
        counts={**dict(sorted(Counter(node.kind for node in nodes).items())), "edges": len(edges)},
        gods=[item for item in degree.most_common() if item[0].endswith(".md")][:10],
        graph=page_graph(nodes, edges, where),
    )
    return Garden(page, edges, where)


def _node(index: int, chance: random.Random) -> Node:
    title = SUBJECTS[index % len(SUBJECTS)] + ASPECTS[index // len(SUBJECTS) % len(ASPECTS)]
    if index >= len(SUBJECTS) * len(ASPECTS):
        title += f" {index}"
    if index % 97 == 41 or index == 5:
        title = f"{NASTY} {index}"
    kind = chance.choices(("note", "tag", "concept", "attachment", "unresolved"), (70, 10, 10, 5, 5))[0]
    if kind == "note":
        path = f"{chance.choice(('search', 'storage', 'ops/2024'))}/{title.replace('/', '-')}.md"
        attrs = {"summary": chance.choice(CLAIMS), "tags": chance.sample(TAGS, 3)}
        if index % 40 == 7:
            attrs["facets"] = {"type": ["journal"]}
        return Node(node_id(path), title, kind, "document", path, "L1", attrs)
    if kind == "attachment":
        path = f"files/diagram-{index}.png"
        return Node(node_id(path), f"diagram-{index}.png", kind, "image", path, "", {})
    if kind == "tag":
        name = TAGS[index] if index < len(TAGS) else f"domain/topic-{index}"
        return Node(tag_id(name), f"#{name}", kind, "concept", "", "", {})
    return Node(f"{kind}:{title.lower()}", title, kind, "concept", "", "", {})


def _communities(ids: list[str], chance: random.Random) -> list[list[str]]:
    """The ids in groups of very different sizes."""
    shuffled = chance.sample(ids, len(ids))
    groups = []
    while shuffled:
        size = min(len(shuffled), 4 + int(len(ids) ** 0.45 * chance.paretovariate(1.1)))
        groups.append([shuffled.pop() for _ in range(size)])
    return groups


def _edges(members: list[list[str]], links: int, chance: random.Random) -> list[Edge]:
    """Most edges stay inside of a group and lead to its first members; each pair once."""
    groups = chance.choices(members, [len(group) for group in members], k=links)
    pairs: dict[tuple[str, str, str], Edge] = {}
    for group in groups:
        other = group if chance.random() < 0.88 else chance.choice(members)
        source, target = chance.choice(group), other[int(len(other) * chance.random() ** 2.5)]
        relation = chance.choices(RELATIONS, (70, 20, 5, 5))[0]
        if source != target:
            pairs[source, target, relation] = _edge(source, target, relation, chance)
    return [pairs[key] for key in sorted(pairs)]


def _edge(source: str, target: str, relation: str, chance: random.Random) -> Edge:
    sure = {"links_to": (96, 0, 4), "mentions": (0, 95, 5)}.get(relation, (1, 0, 0))
    known: tuple[Confidence, ...] = (EXTRACTED, INFERRED, AMBIGUOUS)
    line = chance.randrange(1, 90)
    lines = (line, line + 3) if chance.random() < 0.1 else (line,)
    attrs = {"evidence": f"As {NASTY} says."} if chance.random() < 0.02 else {}
    return Edge(source, target, relation, chance.choices(known, sure)[0], 1.0, source, f"L{line}", lines, attrs)
