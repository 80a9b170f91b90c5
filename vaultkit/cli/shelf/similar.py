"""vaultkit shelf similar: the entries nearest in meaning."""

from __future__ import annotations

import argparse

from graph.text import well_formed
from vaultkit.cli.graph_file import at_least_one
from vaultkit.cli.shelf.opening import add_json_argument, add_shelf_argument, opened, say_entries
from vaultkit.memory.shelf.asking import similar
from vaultkit.memory.shelf.catalogs import CATALOGS
from vaultkit.memory.shelf.embedding import vectors_of
from vaultkit.memory.shelf.entry import parse_list
from vaultkit.memory.shelf.jse.tree import LIMIT

EXAMPLE = 'hypatia similar "how errors travel" -t knowledge --exclude-tags message,summary,session --limit 5'


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.add_argument("text", type=well_formed, metavar="TEXT")
    kinds = (*CATALOGS, "both")
    parser.add_argument("-t", "--type", choices=kinds, default="both", help="only these (default: both)")
    excluded = "leave out knowledge with one of these tags, `a,b`"
    parser.add_argument("--exclude-tags", type=well_formed, default="", metavar="LIST", help=excluded)
    parser.add_argument("--limit", type=at_least_one, default=LIMIT, metavar="N", help=f"how many (default: {LIMIT})")
    add_json_argument(parser)
    add_shelf_argument(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print the entries as JSON."""
    catalogs = CATALOGS if arguments.type == "both" else [arguments.type]
    with opened(arguments) as store:
        excluded = parse_list(arguments.exclude_tags)
        found = similar(store, arguments.text, catalogs, excluded, arguments.limit, vectors_of(store))
        say_entries(found, as_json=arguments.json)
    return 0
