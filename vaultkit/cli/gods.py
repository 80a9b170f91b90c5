"""graphify gods: the entry points of the map."""

from __future__ import annotations

import argparse
from typing import Any

from graph.model import Node
from vaultkit.cli.graph_file import add_graph_argument, open_graph
from vaultkit.cli.terminal import bold, print_json, printable

EXAMPLE = "graphify gods --top 10"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.add_argument("--top", type=int, default=20, metavar="N", help="how many (default: 20)")
    parser.add_argument("--json", action="store_true", help="answer as JSON")
    add_graph_argument(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print the god nodes, best first."""
    with open_graph(arguments.graph) as index:
        gods = index.gods(max(arguments.top, 0))
    if arguments.json:
        print_json({"gods": [_record(node, degree) for node, degree in gods]})
        return 0
    for node, degree in gods:
        summary = node.attrs.get("summary", "")
        print(f"{degree:>5}  {bold(printable(node.label))}" + (f"  {printable(summary)}" if summary else ""))
    if not gods:
        print("no note refers to another yet")
    return 0


def _record(node: Node, degree: int) -> dict[str, Any]:
    return {
        "id": node.id,
        "label": node.label,
        "kind": node.kind,
        "source_file": node.source_file,
        "source_location": node.source_location,
        "summary": node.attrs.get("summary", ""),
        "degree": degree,
    }
