"""The part of a graph around one node, as a network of its own."""

from __future__ import annotations

from typing import Final

from graph.asking.query import Ambiguous, Meant, Unknown, look_up
from graph.asking.wording import unclear_text
from graph.exports.network import Network
from graph.model import Edge, Node
from vaultkit.errors import VaultkitError
from vaultkit.indexing.reader import Reader

MOST: Final = 5_000
"""Nodes of a neighbourhood: more is no neighbourhood."""


def neighbourhood(reader: Reader, network: Network, name: str, depth: int) -> tuple[Node, Network]:
    """The node that is called so, and all within `depth` edges of it in either direction, with every edge between them.

    Raises VaultkitError if the name is unclear, or too much is around it.
    """
    found = _called(reader, name)
    inside, edge_of_it = {found.id}, [found.id]
    for _ in range(depth):
        edge_of_it = sorted({each for identity in edge_of_it for each in _next_to(reader, identity)} - inside)
        inside.update(edge_of_it)
        if len(inside) > MOST:
            raise VaultkitError(f"more than {MOST:,} nodes are that near", "give a smaller --depth")
    nodes = [node for identity in sorted(inside) if (node := reader.node(identity))]
    edges = [edge for node in nodes for edge in reader.edges_from(node.id) if edge.target in inside]
    return found, _part(network, nodes, edges)


def _called(reader: Reader, name: str) -> Node:
    """The node that is called so, not only by something like it. Raises VaultkitError."""
    found = look_up(reader, name)
    if isinstance(found, Meant) and found.is_exact and len(found.nodes) == 1:
        return found.nodes[0]
    if isinstance(found, Meant):
        found = Ambiguous(name, found.nodes) if found.is_exact else Unknown(name, found.nodes)
    raise VaultkitError(" ".join(unclear_text(found).split()))


def _next_to(reader: Reader, identity: str) -> set[str]:
    onward = {bond.target for bond in reader.bonds_from(identity)}
    return onward | {bond.source for bond in reader.bonds_to(identity)}


def _part(network: Network, nodes: list[Node], edges: list[Edge]) -> Network:
    ids = {node.id for node in nodes}
    communities = {identity: hub for identity, hub in network.communities.items() if identity in ids}
    degrees = {identity: degree for identity, degree in network.degrees.items() if identity in ids}
    return network._replace(nodes=nodes, edges=edges, communities=communities, degrees=degrees)
