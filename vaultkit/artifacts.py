"""What a build writes into graphify-out: graph.json, GRAPH_REPORT.md, graph.html, build.json, .gitignore."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

from graph.analyse import Analysis
from graph.codec import TOOL, decode_json, edge_record, encode_json, graph_json, node_record
from graph.model import Edge
from graph.page import Page, render_page
from graph.report import Report, render_report
from vaultkit.config import Root
from vaultkit.errors import VaultkitError
from vaultkit.files import Staging, move_aside, read_regular
from vaultkit.lock import lock

GRAPH: Final = "graph.json"
REPORT: Final = "GRAPH_REPORT.md"
PAGE: Final = "graph.html"
BUILD: Final = "build.json"
IGNORE: Final = ".gitignore"
NAMES: Final = (GRAPH, REPORT, PAGE, BUILD, IGNORE)

LOCK: Final = ".lock"
PATIENCE: Final = 600.0
"""Seconds to wait for another builder of the same root."""
_HEAD_BYTES: Final = 1 << 16
_OURS: Final = re.compile(rb'"graph"\s*:\s*{\s*"tool"\s*:\s*"%s"' % TOOL.encode())
"""Also when somebody has laid it out anew."""
_BUILD_ID: Final = re.compile(rb'"build_id":"([0-9a-f]+)"')


def claim(out: Path) -> Path | None:
    """Make sure the folder is ours to write: one of another program is moved aside, to the path returned.

    Ours is a folder that is missing, holds no graph.json, or one with our `graph.tool`. Raises VaultkitError.
    """
    if out.exists() and not out.is_dir():
        raise VaultkitError(f"{out} is a file", "move it away or use --out")
    if not _is_foreign(out):
        return None
    with lock(out / LOCK, patience=PATIENCE):
        return move_aside(out) if _is_foreign(out) else None


def stage(staging: Staging, report: Report, graph: Mapping[str, Any], build: Mapping[str, Any]) -> None:
    """Write all artifacts of a build beside the old ones."""
    analysis = report.analysis
    staging.write(GRAPH, graph_json(graph, _nodes(analysis), map(edge_record, report.edges)))
    staging.write(REPORT, [render_report(report).encode()])
    staging.write(PAGE, [render_page(_page(report)).encode()])
    staging.write(BUILD, [json.dumps(build, indent=1, ensure_ascii=False).encode(), b"\n"])
    staging.write(IGNORE, [b"*\n"])


def stamp(out: Path) -> str:
    """What the artifacts look like on disk, "" if one is missing: another look means that somebody changed them."""
    looks = _looks(out)
    return encode_json([looks[name] for name in NAMES]).decode() if len(looks) == len(NAMES) else ""


class Altered(NamedTuple):
    """The artifacts that are no longer as the last build wrote them."""

    missing: tuple[str, ...]
    edited: tuple[str, ...]


def altered(out: Path, stamp: str) -> Altered:
    """Which artifacts somebody removed or changed since the build that left this stamp; "" stands for no stamp."""
    looks = _looks(out)
    left = dict(zip(NAMES, decode_json(stamp), strict=False)) if stamp else looks
    edited = (name for name in NAMES if name in looks and looks[name] != left.get(name))
    return Altered(tuple(name for name in NAMES if name not in looks), tuple(edited))


def _looks(out: Path) -> dict[str, list[int]]:
    """Size and time of every artifact that is there."""
    looks = {}
    for name in NAMES:
        try:
            stat = (out / name).stat()
        except OSError:
            continue
        looks[name] = [stat.st_size, stat.st_mtime_ns]
    return looks


def read_build_id(out: Path) -> str:
    """The build_id that graph.json carries, "" if it is missing or not ours; only its head is read."""
    try:
        found = _BUILD_ID.search(_head(out / GRAPH))
    except OSError:
        return ""
    return found[1].decode() if found else ""


def read_build(out: Path) -> dict[str, Any]:
    """build.json, {} if it is missing or broken."""
    try:
        build = json.loads((out / BUILD).read_bytes())
    except (OSError, ValueError, RecursionError):
        return {}
    return build if isinstance(build, dict) else {}


def _is_foreign(out: Path) -> bool:
    """Whether there is a graph that does not name our tool, which ours do before the nodes; an empty file is none."""
    graph = out / GRAPH
    try:
        head = _head(graph)
    except FileNotFoundError:
        return False
    except OSError as fault:
        raise VaultkitError(f"cannot read {graph} ({fault.strerror})", "check its permissions or use --out") from fault
    return bool(head.strip()) and not _OURS.search(head)


def _head(graph: Path) -> bytes:
    return read_regular(graph, _HEAD_BYTES)


def _nodes(analysis: Analysis) -> Iterator[dict[str, Any]]:
    of, nodes = analysis.communities.of, analysis.nodes
    for node in nodes.values():
        hub = of.get(node.id)
        yield node_record(node, {"community": hub, "community_name": nodes[hub].label} if hub else {})


def _page(report: Report) -> Page:
    analysis = report.analysis
    counts = {**analysis.kinds, "edges": len(report.edges), **analysis.confidences}
    return Page(
        name=report.name,
        vault=report.name if report.kind == "vault" else "",
        build_id=report.build_id,
        counts=counts,
        gods=analysis.gods[:30],
        nodes=list(analysis.nodes.values()),
        edges=map(_page_edge, report.edges),
    )


def _page_edge(edge: Edge) -> tuple[str, str, str, str, int]:
    return edge.source, edge.target, edge.relation, edge.confidence, len(edge.lines)


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
