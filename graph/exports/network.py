"""What an export is made from: nodes and edges that can be gone through again and again, and who belongs together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from posixpath import basename, dirname
from typing import NamedTuple

from graph.model import Edge, Node
from graph.naming import qualified_name


def names_of_hubs(hubs: Iterable[Node]) -> dict[str, str]:
    """What communities are called, by the ids of their hubs: as the hub is; by its folder too where two are called
    alike, by its id if that is not enough."""
    nodes = list(hubs)
    short = {node.id: qualified_name(node) for node in nodes}
    placed = {node.id: f"{basename(dirname(node.source_file)) or '.'}/{short[node.id]}" for node in nodes}
    for names in (placed, {node.id: node.id for node in nodes}):
        counts = Counter(short.values())
        short = {identity: names[identity] if counts[name] > 1 else name for identity, name in short.items()}
    return short


class Network(NamedTuple):
    """A graph, or a part of it. Every text in it is untrusted."""

    name: str
    """Name of the root, vault or project."""
    kind: str
    """vault or project."""
    nodes: Iterable[Node]
    """By id. Like the edges to be gone through more than once, and not held in memory if the graph is large."""
    edges: Iterable[Edge]
    """By source, target, relation and file; both ends are among the nodes."""
    communities: Mapping[str, str]
    """Node id to the id of the hub of its community; nodes of none are missing or have ""."""
    names: Mapping[str, str]
    """What the hub of each community is called."""
    degrees: Mapping[str, int]
    """With how many others a node is connected over real relations."""
