"""graphify export csv: two tables, nodes.csv and edges.csv."""

from __future__ import annotations

import argparse

from graph.exports.tables import edge_table, node_table
from vaultkit.cli.export.placing import add_placing_arguments, export_tables

EXAMPLE = "graphify csv --output ~/tables"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    add_placing_arguments(parser, "nodes.csv and edges.csv")


def run(arguments: argparse.Namespace) -> int:
    """Write the whole graph, every node and edge with its attributes."""
    tables = {
        "nodes.csv": lambda graph: node_table(graph.network),
        "edges.csv": lambda graph: edge_table(graph.network),
    }
    return export_tables(arguments, tables)
