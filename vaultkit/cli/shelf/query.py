"""vaultkit shelf query: the entries that a JSE expression asks for."""

from __future__ import annotations

import argparse

from graph.text import well_formed
from vaultkit.cli.shelf.opening import (
    add_json_argument,
    add_shelf_argument,
    opened,
    say_entries,
    text_of,
)
from vaultkit.memory.shelf.asking import ask
from vaultkit.memory.shelf.embedding import vectors_of

EXAMPLE = """hypatia query '["$knowledge", ["$contains", "tags", "rule"], ["$contains", "scopes", "my-app"]]'"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.add_argument("expression", type=well_formed, metavar="JSE", help="the expression; `-` reads stdin")
    add_json_argument(parser)
    add_shelf_argument(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print the entries as JSON."""
    with opened(arguments) as store:
        say_entries(ask(store, text_of(arguments.expression), vectors_of(store)), as_json=arguments.json)
    return 0
