"""Renders the artifacts of a build from its graph: graph.json, the report, its picture, the page."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, NamedTuple

from graph.codec import TOOL, graph_json, node_record
from graph.exports.network import Network
from graph.exports.placing import places_of
from graph.model import Node
from graph.naming import qualified_name
from graph.output.atlas import Atlas
from graph.output.page import Page, render_page
from graph.output.page_data import PageGraph, Where, page_graph
from graph.output.report import Report, render_report
from graph.sheaf import Said
from vaultkit.building.artifacts import GRAPH, IGNORE, PAGE, PICTURE, REPORT
from vaultkit.building.build_record import BUILD
from vaultkit.config import Root
from vaultkit.disk.files import Staging

_GODS: Final = 30
"""How many entry points the page lists."""


class Rendered(NamedTuple):
    """What the artifacts are rendered from."""

    report: Report
    atlas: Atlas
    said: Said
    links: Iterable[bytes]
    """The edges of each file as `encode_links` wrote them."""


def stage(staging: Staging, of: Rendered, graph: Mapping[str, Any], build: Mapping[str, Any]) -> None:
    """Write all artifacts of a build beside the old ones."""
    report, analysis = of.report, of.atlas.analysis
    staging.write(GRAPH, graph_json(graph, _nodes(report.nodes, of.atlas), of.links))
    staging.write(REPORT, [render_report(report).encode()])
    staging.write(PICTURE, [of.atlas.picture.encode()])
    counts = {**analysis.kinds, "edges": len(of.said.lines), **analysis.confidences}
    shown = PageGraph(list(report.nodes.values()), of.atlas.map, of.said)
    page = Page(report.name, report.kind, report.build_id, counts, analysis.gods[:_GODS], shown)
    staging.write(PAGE, [render_page(page).encode()])
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


def _nodes(nodes: Mapping[str, Node], atlas: Atlas) -> Iterator[dict[str, Any]]:
    of, names = atlas.analysis.communities.of, atlas.analysis.names
    for node in nodes.values():
        hub = of.get(node.id)
        yield node_record(node, {"community": hub, "community_name": names[hub]} if hub else {})


def page_of(network: Network, build_id: str, middle: Node) -> str:
    """The page of a part of a graph around one node."""
    nodes, edges = list(network.nodes), list(network.edges)
    counts = {**Counter(node.kind for node in nodes), "edges": len(edges)}
    gods = sorted(
        ((node.id, network.degrees.get(node.id, 0)) for node in nodes if node.kind != "tag"),
        key=lambda god: (god[0] != middle.id, -god[1], god[0]),
    )[:_GODS]
    places = places_of(network.chart())
    sizes = Counter(hub for node in nodes if (hub := network.communities.get(node.id)))
    ordered = dict(sorted(sizes.items(), key=lambda item: (-item[1], item[0])))
    where = Where([places[node.id] for node in nodes], network.communities, ordered, network.names)
    shown = page_graph(nodes, edges, where)
    return render_page(Page(network.name, network.kind, build_id, counts, gods, shown, qualified_name(middle)))
