"""vaultkit shelf search: the entries in which words stand, best first."""

from __future__ import annotations

import argparse

from graph.text import well_formed
from vaultkit.cli.graph_file import at_least_one, at_least_zero
from vaultkit.cli.shelf.opening import add_json_argument, add_shelf_argument, opened, say_entries
from vaultkit.memory.shelf.asking import search
from vaultkit.memory.shelf.catalogs import CATALOGS
from vaultkit.memory.shelf.jse.tree import LIMIT

EXAMPLE = 'hypatia search "error handling" -c knowledge --limit 5'


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.add_argument("text", type=well_formed, metavar="TEXT", help="words, in any order and inflection")
    parser.add_argument("-c", "--catalog", choices=CATALOGS, help="only these (default: both)")
    parser.add_argument("--limit", type=at_least_one, default=LIMIT, metavar="N", help=f"how many (default: {LIMIT})")
    parser.add_argument(
        "--offset", type=at_least_zero, default=0, metavar="N", help="how many of the best to leave out"
    )
    add_json_argument(parser)
    add_shelf_argument(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print the entries as JSON."""
    catalogs = [arguments.catalog] if arguments.catalog else CATALOGS
    with opened(arguments) as store:
        found = search(store, arguments.text, catalogs, arguments.limit, arguments.offset)
        say_entries(found, as_json=arguments.json)
    return 0
