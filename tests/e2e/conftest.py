"""A made-up vault graph of any size, the same each time: what the page is looked at and measured with."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable

import pytest

from graph.model import AMBIGUOUS, EXTRACTED, INFERRED, Node, node_id, tag_id
from graph.page import Page

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


def garden(size: int, links: int) -> Page:
    """A page of `size` nodes and up to `links` edges; a few nodes are hubs, a few are badly named."""
    chance = random.Random(size)
    nodes = sorted((_node(index, chance) for index in range(size)), key=lambda node: node.id)
    ids = [node.id for node in nodes]
    edges = Counter(_edge(ids, chance) for _ in range(links))
    degree = Counter(end for source, target, *_ in edges for end in (source, target))
    kinds = Counter(node.kind for node in nodes)
    confidences = Counter(confidence for *_, confidence in edges)
    counts = {f"{kind}s" if kind != "unresolved" else kind: kinds[kind] for kind in sorted(kinds)}
    relations = Counter(relation for _, _, relation, _ in edges)
    return Page(
        name="Memory of a workshop",
        vault="Workshop & Co",
        build_id="3f9c1e7a52d0",
        counts=counts | dict(sorted(relations.items())) | dict(confidences),
        gods=[item for item in degree.most_common() if item[0].endswith(".md")][:10],
        nodes=nodes,
        edges=[(*edge, count) for edge, count in sorted(edges.items())],
    )


def _node(index: int, chance: random.Random) -> Node:
    title = SUBJECTS[index % len(SUBJECTS)] + ASPECTS[index // len(SUBJECTS) % len(ASPECTS)]
    if index >= len(SUBJECTS) * len(ASPECTS):
        title += f" {index}"
    if index % 97 == 41:
        title = f"{NASTY} {index}"
    kind = chance.choices(("note", "tag", "concept", "attachment", "unresolved"), (70, 10, 10, 5, 5))[0]
    if kind == "note":
        path = f"{chance.choice(('search', 'storage', 'ops/2024'))}/{title.replace('/', '-')}.md"
        attrs = {"summary": chance.choice(CLAIMS), "tags": chance.sample(TAGS, 3)}
        return Node(node_id(path), title, kind, "document", path, "", attrs)
    if kind == "attachment":
        path = f"files/diagram-{index}.png"
        return Node(node_id(path), f"diagram-{index}.png", kind, "image", path, "", {})
    if kind == "tag":
        name = TAGS[index] if index < len(TAGS) else f"domain/topic-{index}"
        return Node(tag_id(name), f"#{name}", kind, "concept", "", "", {})
    return Node(f"{kind}:{title.lower()}", title, kind, "concept", "", "", {})


def _edge(ids: list[str], chance: random.Random) -> tuple[str, str, str, str]:
    source, target = chance.choice(ids), ids[int(len(ids) * chance.random() ** 3)]
    relation = chance.choices(("links_to", "mentions", "embeds", "property:up"), (70, 20, 5, 5))[0]
    sure = {"links_to": (96, 0, 4), "mentions": (0, 95, 5)}.get(relation, (1, 0, 0))
    return source, target, relation, chance.choices((EXTRACTED, INFERRED, AMBIGUOUS), sure)[0]


@pytest.fixture(scope="session", name="garden")
def _garden() -> Callable[[int, int], Page]:
    return garden
