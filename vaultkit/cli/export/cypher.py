"""graphify export cypher: statements for Neo4j and its kin, or the graph put into a running one."""

from __future__ import annotations

import argparse
import getpass
import os
import sys
from typing import Final

from graph.exports.cypher import Place, cypher
from graph.text import counted
from vaultkit.cli.export.placing import add_placing_arguments, export_document
from vaultkit.cli.graph_file import graph_meant
from vaultkit.cli.progress import watching
from vaultkit.errors import UsageError, VaultkitError
from vaultkit.exporting.bolt import Login, check_address, is_open, push
from vaultkit.exporting.material import Material, material

EXAMPLE = "graphify cypher --push bolt://localhost:7687"
_USUAL: Final = "graph.cypher"
_ENVIRONMENT: Final = (
    "environment: NEO4J_USERNAME (default: neo4j), NEO4J_PASSWORD (asked for on a terminal; empty for a server\n"
    "without a login), NEO4J_DATABASE (default: the server's own)"
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    add_placing_arguments(parser, _USUAL)
    parser.add_argument("--push", metavar="URL", help="put the graph into the database at bolt://HOST:PORT instead")
    parser.add_argument(
        "--as",
        dest="name",
        metavar="NAME",
        help="under which name it is kept there (default: the vault's or project's)",
    )
    parser.epilog = f"{parser.epilog}\n\n{_ENVIRONMENT}"


def run(arguments: argparse.Namespace) -> int:
    """Write the statements, or have a server carry them out."""

    def place(graph: Material) -> Place:
        return Place(arguments.name or graph.root.name, graph.build_id)

    if arguments.push is None:
        return export_document(arguments, _USUAL, lambda graph: cypher(graph.network, place(graph)))
    if arguments.output:
        raise UsageError("--push writes no file", "leave out --output or --push")
    out, login = graph_meant(arguments.graph), _login(arguments.push)
    with watching() as watcher, material(out, watcher) as graph:
        pushed = push(arguments.push, login, graph.network, place(graph))
        size = f"{counted(pushed.nodes, 'node')}, {counted(pushed.relationships, 'relationship')}"
        print(f"{place(graph).graph}: {size} at {arguments.push}")
    return 0


def _login(address: str) -> Login:
    """As whom to speak to the server: what the environment says; a password may be typed. Raises VaultkitError."""
    if is_open(check_address(address)):
        print(f"graphify: what is sent to {address} is not encrypted; bolt+s:// would be", file=sys.stderr)
    user, password = os.environ.get("NEO4J_USERNAME") or "neo4j", os.environ.get("NEO4J_PASSWORD")
    if password is None:
        if not sys.stdin.isatty():
            raise VaultkitError("there is no password for the database", "set $NEO4J_PASSWORD, empty if it wants none")
        password = getpass.getpass(f"password of {user}: ")
    return Login(user, password, os.environ.get("NEO4J_DATABASE", ""))
