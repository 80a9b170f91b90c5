"""graphify export graphml: GraphML, for yEd, Cytoscape, networkx."""

from __future__ import annotations

import argparse
from typing import Final

from graph.exports.graphml import graphml
from vaultkit.cli.export.placing import add_placing_arguments, export_document

EXAMPLE = "graphify graphml --output ~/notes.graphml"
_USUAL: Final = "graph.graphml"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    add_placing_arguments(parser, _USUAL)


def run(arguments: argparse.Namespace) -> int:
    """Write the whole graph, every node and edge with its attributes."""
    return export_document(arguments, _USUAL, lambda graph: graphml(graph.network))
