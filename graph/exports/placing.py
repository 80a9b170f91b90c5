"""Where the nodes of a network stand on the map of the page: pictures show the same map."""

from __future__ import annotations

from graph.exports.network import Network
from graph.layout import Place, layout


def places_of(network: Network) -> dict[str, Place]:
    """The place (x, y) of each node, y up."""
    ids = [node.id for node in network.nodes]
    edges = ((edge.source, edge.target) for edge in network.edges)
    return dict(zip(ids, layout(ids, edges, network.communities), strict=True))
