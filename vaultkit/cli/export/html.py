"""graphify export html: the page of one node and what is around it."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import Final

from graph.text import well_formed
from vaultkit.building.rendering import page_of
from vaultkit.cli.export.placing import add_placing_arguments, export_document
from vaultkit.cli.graph_file import at_least_one
from vaultkit.exporting.material import Material
from vaultkit.exporting.neighbourhood import neighbourhood

EXAMPLE = 'graphify html --node "Migration style" --depth 2'
_USUAL: Final = "neighbourhood.html"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    add_placing_arguments(parser, _USUAL)
    parser.add_argument(
        "--node", required=True, type=well_formed, metavar="NAME", help="a label, alias, dotted name or path"
    )
    parser.add_argument("--depth", type=at_least_one, default=1, metavar="N", help="how far around it (default: 1)")


def run(arguments: argparse.Namespace) -> int:
    """Write the page of the part of the graph around the node."""

    def write(graph: Material) -> Iterator[str]:
        node, part = neighbourhood(graph.reader, graph.network, arguments.node, arguments.depth)
        yield page_of(part, graph.build_id, node)

    return export_document(arguments, _USUAL, write)
