"""graphify export gexf: GEXF, for Gephi."""

from __future__ import annotations

import argparse
from typing import Final

from graph.exports.gexf import gexf
from vaultkit.cli.export.placing import add_placing_arguments, export_document

EXAMPLE = "graphify gexf --output -"
_USUAL: Final = "graph.gexf"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    add_placing_arguments(parser, _USUAL)


def run(arguments: argparse.Namespace) -> int:
    """Write the whole graph, every node and edge with its attributes."""
    return export_document(arguments, _USUAL, lambda graph: gexf(graph.network))
