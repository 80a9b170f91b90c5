"""What an export is made from: nodes and edges that can be gone through again and again, and who belongs together."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from graph.model import Edge, Node


class Chart(NamedTuple):
    """What a map of a graph, or of a part of it, is drawn from. Every text in it is untrusted."""

    name: str
    """Name of the root, vault or project."""
    nodes: Iterable[Node]
    """By id, to be gone through more than once."""
    pairs: Iterable[tuple[str, str]]
    """(source, target) of each edge, to be gone through more than once."""
    communities: Mapping[str, str]
    """Node id to the id of the hub of its community; nodes of none are missing or have ""."""
    names: Mapping[str, str]
    """What the hub of each community is called."""
    degrees: Mapping[str, int]
    """With how many others a node is connected over real relations."""


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

    def chart(self) -> Chart:
        """What its map is drawn from."""
        pairs = [(edge.source, edge.target) for edge in self.edges]
        return Chart(self.name, self.nodes, pairs, self.communities, self.names, self.degrees)
