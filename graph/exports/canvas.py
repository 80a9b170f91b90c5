"""A JSON Canvas 1.0 (https://jsoncanvas.org/spec/1.0/) of the most connected nodes, a group for each community."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from heapq import nsmallest
from math import ceil, sqrt
from typing import Any, Final, NamedTuple

from graph.codec import encode_json
from graph.exports.markdown import code, escape, shortened
from graph.exports.network import Network
from graph.exports.palette import Palette, by_size
from graph.model import Node
from graph.naming import is_code, qualified_name

_CARD: Final = (320, 140)
_GAP: Final = 40
_FRAME: Final = 60
_BETWEEN: Final = 160
_SUMMARY: Final = 160
_FILES: Final = frozenset({"note", "attachment", "canvas"})
"""Kinds of nodes that a vault shows as a file."""

Record = dict[str, Any]


class _Group(NamedTuple):
    hub: str
    nodes: list[Node]
    columns: int

    @property
    def width(self) -> int:
        return 2 * _FRAME + self.columns * (_CARD[0] + _GAP) - _GAP

    @property
    def height(self) -> int:
        return 2 * _FRAME + ceil(len(self.nodes) / self.columns) * (_CARD[1] + _GAP) - _GAP


def canvas(network: Network, top: int) -> Iterator[str]:
    """The canvas, an element a line: the `top` most connected nodes and what connects them.

    Notes of a vault are cards of the files themselves; all others say what they are.
    """
    shown = nsmallest(
        top,
        (node for node in network.nodes if node.kind != "tag"),
        key=lambda node: (-network.degrees.get(node.id, 0), node.id),
    )
    yield '{"nodes":['
    yield from _lines(_nodes(network, shown))
    yield '],\n"edges":['
    yield from _lines(_edges(network, {node.id for node in shown}))
    yield "]}\n"


def _lines(records: Iterator[Record]) -> Iterator[str]:
    separator = ""
    for record in records:
        yield separator + encode_json(record).decode()
        separator = ",\n"


def _id(*parts: str) -> str:
    """The same for the same thing in each export."""
    return "vaultkit:" + sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:16]


def _nodes(network: Network, shown: list[Node]) -> Iterator[Record]:
    """Groups in rows, the largest first, about as wide as high; below each other they come before their cards."""
    palette = Palette(network.communities)
    groups = _groups(network, shown)
    breadth = 1.5 * sqrt(sum((group.width + _BETWEEN) * (group.height + _BETWEEN) for group in groups))
    x = y = highest = 0
    for group in groups:
        if x and x + group.width > breadth:
            x, y, highest = 0, y + highest + _BETWEEN, 0
        if group.hub:
            yield {
                "id": _id("group", group.hub),
                "type": "group",
                **{"x": x, "y": y, "width": group.width, "height": group.height},
                "color": palette.colour(group.hub).light,
                "label": network.names[group.hub],
            }
        for number, node in enumerate(group.nodes):
            row, column = divmod(number, group.columns)
            left = x + _FRAME + column * (_CARD[0] + _GAP)
            yield _card(network, node, left, y + _FRAME + row * (_CARD[1] + _GAP))
        x, highest = x + group.width + _BETWEEN, max(highest, group.height)


def _groups(network: Network, shown: list[Node]) -> list[_Group]:
    members: dict[str, list[Node]] = {}
    for node in shown:
        members.setdefault(network.communities.get(node.id, ""), []).append(node)
    sizes = by_size({node.id: hub for hub, nodes in members.items() for node in nodes})
    hubs = [*sizes, *([""] if "" in members else [])]
    return [_Group(hub, members[hub], ceil(sqrt(len(members[hub])))) for hub in hubs]


def _card(network: Network, node: Node, x: int, y: int) -> Record:
    record: Record = {"id": _id("node", node.id), "type": "text", "x": x, "y": y, "width": _CARD[0], "height": _CARD[1]}
    if network.kind == "vault" and node.kind in _FILES and node.source_file:
        return {**record, "type": "file", "file": node.source_file}
    summary = node.attrs.get("summary") or node.attrs.get("docstring", "")
    place = f"{node.source_file}:{node.source_location.removeprefix('L')}" if is_code(node) else ""
    lines = [f"**{escape(qualified_name(node))}**", code(place), escape(shortened(summary, _SUMMARY))]
    return {**record, "text": "\n\n".join(line for line in lines if line)}


def _edges(network: Network, shown: set[str]) -> Iterator[Record]:
    """An arrow for each two cards, with the relations that connect them, in either direction one."""
    relations: dict[tuple[str, str], list[str]] = {}
    for edge in network.edges:
        if edge.source in shown and edge.target in shown and edge.source != edge.target:
            found = relations.setdefault((edge.source, edge.target), [])
            if edge.relation not in found:
                found.append(edge.relation)
    for (source, target), found in relations.items():
        record = {
            "id": _id("edge", source, target),
            "fromNode": _id("node", source),
            "toNode": _id("node", target),
        }
        yield record if found == ["links_to"] else {**record, "label": ", ".join(found)}
