"""The page graph.html: one self-contained file that opens offline, filled from a finished graph."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from graph.model import AMBIGUOUS, EXTRACTED, INFERRED, Node
from graph.naming import qualified_name
from templates import render

CONFIDENCES = (EXTRACTED, INFERRED, AMBIGUOUS)


class Page(NamedTuple):
    """What the page shows. Every text in it is untrusted."""

    name: str
    """Name of the root, vault or project."""
    vault: str
    """Vault name for obsidian:// links, "" if the root is no vault."""
    build_id: str
    counts: Mapping[str, int]
    """Shown as cards, in order; the three confidences become shares."""
    gods: Sequence[tuple[str, int]]
    """(node id, degree), best first."""
    nodes: Sequence[Node]
    """Sorted by id."""
    edges: Iterable[tuple[str, str, str, str, int]]
    """(source id, target id, relation, confidence, count), sorted."""


class Card(NamedTuple):
    """One figure of the overview."""

    name: str
    number: str


class Share(NamedTuple):
    """How many edges carry one confidence."""

    name: str
    number: str
    percent: str
    width: str
    """In percent of the bar, as CSS reads it."""


class God(NamedTuple):
    """One entry of the list of entry points."""

    id: str
    label: str
    kind: str
    summary: str
    degree: str


def render_page(page: Page) -> str:
    """The whole page as HTML without lone surrogates: it can be written as UTF-8. Same input, same text."""
    return render(
        "graph.html.j2",
        name=_well_formed(page.name),
        build_id=_well_formed(page.build_id),
        cards=list(_cards(page.counts)),
        shares=list(_shares(page.counts)),
        gods=list(_gods(page)),
        data=_for_script(msgspec.json.encode(_columns(page))),
    )


def _columns(page: Page) -> dict[str, Any]:
    """The graph as columns, which JSON parsers read fastest and gzip packs best."""
    nodes = page.nodes
    relations: dict[str, int] = {}
    confidences = {name: index for index, name in enumerate(CONFIDENCES)}
    return {
        "name": _well_formed(page.name),
        "vault": _well_formed(page.vault),
        "nodes": {
            "id": [_well_formed(node.id) for node in nodes],
            "label": [_well_formed(qualified_name(node)) for node in nodes],
            "kind": [_well_formed(node.kind) for node in nodes],
            "source_file": [_well_formed(node.source_file) for node in nodes],
            "summary": [_summary(node) for node in nodes],
            "tags": [_tags(node) for node in nodes],
        },
        "edges": _edges(page, relations, confidences),
        "relations": [_well_formed(name) for name in relations],
        "confidences": [_well_formed(name) for name in confidences],
    }


def _edges(page: Page, relations: dict[str, int], confidences: dict[str, int]) -> dict[str, tuple[int, ...]]:
    """The edges between known nodes, as positions in the columns of nodes; new names join the two tables."""
    position = {node.id: index for index, node in enumerate(page.nodes)}
    rows = [
        (
            position[source],
            position[target],
            relations.setdefault(relation, len(relations)),
            confidences.setdefault(confidence, len(confidences)),
            count,
        )
        for source, target, relation, confidence, count in page.edges
        if source in position and target in position
    ]
    columns = zip(*rows, strict=True) if rows else ((),) * 5
    return dict(zip(("source", "target", "relation", "confidence", "count"), columns, strict=True))


def _summary(node: Node) -> str:
    summary = node.attrs.get("summary") or node.attrs.get("docstring")
    return _well_formed(summary) if isinstance(summary, str) else ""


def _tags(node: Node) -> list[str]:
    tags = node.attrs.get("tags")
    if not isinstance(tags, (list, tuple)):
        return []
    return [_well_formed(tag) for tag in tags if isinstance(tag, str)]


def _cards(counts: Mapping[str, int]) -> Iterator[Card]:
    for name, number in counts.items():
        if name not in CONFIDENCES:
            yield Card(_readable(_well_formed(name)), f"{number:,}")


def _readable(name: str) -> str:
    """`links_to` reads "links to", `property:up` reads "up (property)"."""
    head, colon, rest = name.partition("property:")
    return f"{rest} (property)" if colon and not head else name.replace("_", " ")


def _shares(counts: Mapping[str, int]) -> Iterator[Share]:
    total = sum(counts.get(name, 0) for name in CONFIDENCES)
    for name in CONFIDENCES:
        if total and name in counts:
            number = counts[name]
            yield Share(name, f"{number:,}", _percent(number, total), f"{100 * number / total:.2f}%")


def _percent(number: int, total: int) -> str:
    """A share in whole percent; what is not all must not read 100%, nor what is there 0%."""
    rounded = round(100 * number / total)
    if rounded == 100 and number < total:
        return ">99%"
    return "<1%" if rounded == 0 and number else f"{rounded}%"


def _gods(page: Page) -> Iterator[God]:
    wanted = {name for name, _ in page.gods}
    found = {node.id: node for node in page.nodes if node.id in wanted}
    for name, degree in page.gods:
        if node := found.get(name):
            label = _well_formed(qualified_name(node)) or _well_formed(name)
            yield God(_well_formed(name), label, _well_formed(node.kind), _summary(node), f"{degree:,}")


def _well_formed(text: str) -> str:
    """The text with lone surrogates replaced by U+FFFD: they have no UTF-8 form (Unicode 3.9, D76, D92)."""
    if text.isascii():
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


_ESCAPES = {"<": "\\u003c", ">": "\\u003e", "&": "\\u0026", "\u2028": "\\u2028", "\u2029": "\\u2029"}


def _for_script(encoded: bytes) -> str:
    """JSON that cannot end or comment out the script element around it (HTML, script contents)."""
    text = encoded.decode()
    for character, escape in _ESCAPES.items():
        text = text.replace(character, escape)
    return text
