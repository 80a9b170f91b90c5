"""A note about each community, for Obsidian: its members, what it has to do with others. And a note about all."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from hashlib import sha256
from typing import Final, NamedTuple

from graph.exports.markdown import escape, one_line
from graph.exports.network import Network
from graph.exports.node_names import NodeNames
from graph.exports.palette import by_size
from graph.model import Node
from graph.text import counted, fold
from templates import render

OVERVIEW: Final = "Communities (graph)"
PICTURE: Final = "graph-communities.svg"
_LEAST: Final = 3
"""Fewer nodes are no community that is worth a note."""
_MEMBERS: Final = 60
_OTHERS: Final = 20
_LISTED: Final = 300
_FORBIDDEN: Final = re.compile(r'[#^|:\[\]\\/*"<>?%\x00-\x1f\x7f]')
"""Links cannot spell, or not every system can store (help: Internal links)."""
_LONGEST: Final = 120
"""Bytes of a name: with what is added to it, it fits everywhere."""


class Member(NamedTuple):
    """A row of a table: Markdown."""

    name: str
    number: str
    words: str


def community_notes(network: Network, *, wikilinks: bool) -> Iterator[tuple[str, str]]:
    """(file name, text) of each note, the overview first; `wikilinks` if they will stand in the vault.

    No note is called like a node: links of the vault's own notes keep their meaning.
    """
    nodes = {node.id: node for node in network.nodes}
    named = NodeNames(nodes, wikilinks=wikilinks)
    sizes = {hub: size for hub, size in by_size(network.communities).items() if size >= _LEAST}
    files = _file_names({hub: network.names[hub] for hub in sizes})
    members = _members(network, nodes, sizes)
    crossings = _crossings(network, sizes)
    listed = [
        Member(f"[[{files[hub]}]]", f"{size:,}", named.summary(hub)) for hub, size in list(sizes.items())[:_LISTED]
    ]
    yield (
        f"{OVERVIEW}.md",
        render(
            "communities.md.j2",
            name=escape(network.name),
            picture=PICTURE,
            listed=listed,
            more=max(0, len(sizes) - _LISTED),
        ),
    )
    for hub in sizes:
        yield f"{files[hub]}.md", _note(network, named, hub, members[hub], crossings.get(hub, {}), files)


def _note(
    network: Network,
    named: NodeNames,
    hub: str,
    members: list[Node],
    crossings: Mapping[str, int],
    files: Mapping[str, str],
) -> str:
    others = sorted(crossings.items(), key=lambda item: (-item[1], item[0]))
    kinds = Counter(node.kind for node in members)
    pages = [node for node in members if node.kind != "tag"]
    return render(
        "community.md.j2",
        title=escape(network.names[hub]),
        hub=named.link(hub),
        summary=named.summary(hub),
        counts=", ".join(
            counted(count, kind) for kind, count in sorted(kinds.items(), key=lambda each: (-each[1], each))
        ),
        members=[
            Member(named.link(node.id), f"{network.degrees.get(node.id, 0):,}", _words(named, node))
            for node in pages[:_MEMBERS]
        ],
        more=max(0, len(pages) - _MEMBERS),
        tags=", ".join(escape(node.label) for node in members if node.kind == "tag"),
        others=[Member(f"[[{files[each]}]]", f"{count:,}", "") for each, count in others[:_OTHERS]],
        overview=OVERVIEW,
    )


def _words(named: NodeNames, node: Node) -> str:
    return named.summary(node.id) or escape(one_line(node.attrs.get("docstring", ""))[:160])


def _members(network: Network, nodes: Mapping[str, Node], sizes: Mapping[str, int]) -> dict[str, list[Node]]:
    """The nodes of each community, the most connected first."""
    members: dict[str, list[Node]] = {hub: [] for hub in sizes}
    for identity, hub in network.communities.items():
        if hub in members:
            members[hub].append(nodes[identity])
    for found in members.values():
        found.sort(key=lambda node: (-network.degrees.get(node.id, 0), node.id))
    return members


def _crossings(network: Network, sizes: Mapping[str, int]) -> dict[str, Counter[str]]:
    """With how many edges each community is tied to each other one."""
    crossings: dict[str, Counter[str]] = {}
    of = network.communities
    for edge in network.edges:
        one, other = of.get(edge.source), of.get(edge.target)
        if one and other and one != other and one in sizes and other in sizes:
            crossings.setdefault(one, Counter())[other] += 1
            crossings.setdefault(other, Counter())[one] += 1
    return crossings


def _file_names(names: Mapping[str, str]) -> dict[str, str]:
    """A name for the note of each community, by its hub: one that every system can store, unlike all others."""
    plain = {hub: _storable(name) for hub, name in names.items()}
    counts = Counter(map(fold, plain.values()))
    return {
        hub: f"{name} (community{' ' + sha256(hub.encode()).hexdigest()[:6] if counts[fold(name)] > 1 else ''})"
        for hub, name in plain.items()
    }


def _storable(name: str) -> str:
    clean = " ".join(_FORBIDDEN.sub(" ", one_line(name)).split()).strip(" .")
    return clean.encode()[:_LONGEST].decode("utf-8", "ignore").rstrip(" .") or "nameless"
