"""graphify export canvas: a JSON Canvas of the most connected nodes."""

from __future__ import annotations

import argparse
from typing import Final

from graph.exports.canvas import canvas
from vaultkit.cli.export.placing import add_placing_arguments, export_document
from vaultkit.cli.graph_file import at_least_one

EXAMPLE = "graphify canvas --top 60"
_USUAL: Final = "graph.canvas"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    add_placing_arguments(parser, _USUAL)
    parser.add_argument("--top", type=at_least_one, default=120, metavar="N", help="how many nodes (default: 120)")


def run(arguments: argparse.Namespace) -> int:
    """Write the canvas."""
    return export_document(arguments, _USUAL, lambda graph: canvas(graph.network, arguments.top))
