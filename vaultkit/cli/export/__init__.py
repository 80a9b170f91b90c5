"""graphify export: the graph for other programs; one module for each format, as in `vaultkit.cli`."""

from __future__ import annotations

from typing import Final

EXAMPLE: Final = "graphml --output ~/notes.graphml"

COMMANDS: Final = {
    "graphml": "GraphML, for yEd, Cytoscape, networkx",
    "gexf": "GEXF, for Gephi",
    "csv": "two tables, nodes.csv and edges.csv",
    "cypher": "statements for Neo4j and its kin, or the graph put into a running one (--push)",
    "svg": "a picture of the communities",
    "canvas": "a JSON Canvas of the most connected nodes, for Obsidian",
    "obsidian": "a folder with a note about each community",
    "html": "the page of one node and what is around it",
}
"""Modules of this package."""

ALIASES: Final = {"json-canvas": "canvas"}
