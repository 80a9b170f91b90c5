"""graphify export svg: a picture of the communities."""

from __future__ import annotations

import argparse
from typing import Final

from graph.exports.placing import drawn
from vaultkit.cli.export.placing import add_placing_arguments, export_document

EXAMPLE = "graphify svg --output ~/communities.svg"
_USUAL: Final = "graph.svg"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    add_placing_arguments(parser, _USUAL)


def run(arguments: argparse.Namespace) -> int:
    """Draw the most connected nodes, light or dark as whoever shows it."""
    return export_document(arguments, _USUAL, lambda graph: drawn(graph.network.chart()))
