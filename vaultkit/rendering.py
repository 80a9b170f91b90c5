"""Renders the artifacts of a build from its graph: graph.json, the report, its picture, the page."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from graph.analyse import Analysis
from graph.codec import TOOL, edge_record, graph_json, node_record
from graph.exports.network import Network
from graph.exports.picture import picture
from graph.exports.placing import places_of
from graph.layout import Place
from graph.model import Node
from graph.naming import names_of_hubs, qualified_name
from graph.page import Page, render_page
from graph.page_data import PageGraph
from graph.report import Report, render_report
from vaultkit.artifacts import GRAPH, IGNORE, PAGE, PICTURE, REPORT
from vaultkit.build_record import BUILD
from vaultkit.config import Root
from vaultkit.files import Staging

_GODS: Final = 30
"""How many entry points the page lists."""


def stage(staging: Staging, report: Report, graph: Mapping[str, Any], build: Mapping[str, Any]) -> None:
    """Write all artifacts of a build beside the old ones."""
    analysis = report.analysis
    staging.write(GRAPH, graph_json(graph, _nodes(analysis), map(edge_record, report.edges)))
    staging.write(REPORT, [render_report(report).encode()])
    network = _network(report)
    places = places_of(network)
    staging.write(PICTURE, (piece.encode() for piece in picture(network, places)))
    counts = {**analysis.kinds, "edges": len(report.edges), **analysis.confidences}
    gods = analysis.gods[:_GODS]
    staging.write(PAGE, [_page(network, places, report.build_id, counts, gods).encode()])
    staging.write(BUILD, [json.dumps(build, indent=1, ensure_ascii=False).encode(), b"\n"])
    staging.write(IGNORE, [b"*\n"])


def graph_attributes(root: Root, build_id: str, files: Mapping[str, str], schema_version: int) -> dict[str, Any]:
    """What graph.json says of the graph as a whole; the tool comes first (`claim` looks for it)."""
    return {
        "tool": TOOL,
        "schema_version": schema_version,
        "name": root.name,
        "kind": root.kind,
        "build_id": build_id,
        "files": dict(files),
    }


def _nodes(analysis: Analysis) -> Iterator[dict[str, Any]]:
    of, nodes = analysis.communities.of, analysis.nodes
    names = names_of_hubs(nodes[hub] for hub in analysis.communities.sizes)
    for node in nodes.values():
        hub = of.get(node.id)
        yield node_record(node, {"community": hub, "community_name": names[hub]} if hub else {})


def _network(report: Report) -> Network:
    analysis = report.analysis
    of = analysis.communities.of
    return Network(
        name=report.name,
        kind=report.kind,
        nodes=analysis.nodes.values(),
        edges=report.edges,
        communities=of,
        names=names_of_hubs(analysis.nodes[hub] for hub in analysis.communities.sizes),
        degrees=analysis.degrees,
    )


def page_of(network: Network, build_id: str, middle: Node) -> str:
    """The page of a part of a graph around one node."""
    counts = {**Counter(node.kind for node in network.nodes), "edges": sum(1 for _ in network.edges)}
    gods = sorted(
        ((node.id, network.degrees.get(node.id, 0)) for node in network.nodes if node.kind != "tag"),
        key=lambda god: (god[0] != middle.id, -god[1], god[0]),
    )[:_GODS]
    return _page(network, places_of(network), build_id, counts, gods, around=qualified_name(middle))


def _page(
    network: Network,
    places: Mapping[str, Place],
    build_id: str,
    counts: Mapping[str, int],
    gods: Sequence[tuple[str, int]],
    *,
    around: str = "",
) -> str:
    nodes = list(network.nodes)
    sizes = Counter(hub for node in nodes if (hub := network.communities.get(node.id)))
    graph = PageGraph(
        nodes=nodes,
        edges=network.edges,
        places=[places[node.id] for node in nodes],
        community=network.communities,
        sizes=dict(sorted(sizes.items(), key=lambda item: (-item[1], item[0]))),
        names=network.names,
    )
    return render_page(Page(network.name, network.kind, build_id, counts, gods, graph, around))
