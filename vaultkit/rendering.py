"""Renders the artifacts of a build from its graph: graph.json, GRAPH_REPORT.md, graph.html, build.json, .gitignore."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from graph.analyse import Analysis
from graph.codec import TOOL, edge_record, graph_json, node_record
from graph.layout import layout
from graph.naming import qualified_name
from graph.page import Page, render_page
from graph.page_data import PageGraph
from graph.report import Report, render_report
from vaultkit.artifacts import GRAPH, IGNORE, PAGE, REPORT
from vaultkit.build_record import BUILD
from vaultkit.config import Root
from vaultkit.files import Staging


def stage(staging: Staging, report: Report, graph: Mapping[str, Any], build: Mapping[str, Any]) -> None:
    """Write all artifacts of a build beside the old ones."""
    analysis = report.analysis
    staging.write(GRAPH, graph_json(graph, _nodes(analysis), map(edge_record, report.edges)))
    staging.write(REPORT, [render_report(report).encode()])
    staging.write(PAGE, [render_page(_page(report)).encode()])
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
    for node in nodes.values():
        hub = of.get(node.id)
        yield node_record(node, {"community": hub, "community_name": qualified_name(nodes[hub])} if hub else {})


def _page(report: Report) -> Page:
    analysis = report.analysis
    nodes, communities = list(analysis.nodes.values()), analysis.communities
    pairs = ((edge.source, edge.target) for edge in report.edges)
    graph = PageGraph(
        nodes=nodes,
        edges=report.edges,
        places=layout([node.id for node in nodes], pairs, communities.of),
        community=communities.of,
        sizes=communities.sizes,
    )
    return Page(
        name=report.name,
        kind=report.kind,
        build_id=report.build_id,
        counts={**analysis.kinds, "edges": len(report.edges), **analysis.confidences},
        gods=analysis.gods[:30],
        graph=graph,
    )
