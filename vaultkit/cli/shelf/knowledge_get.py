"""vaultkit shelf knowledge-get: what is kept under a name."""

from __future__ import annotations

import argparse

from graph.text import well_formed
from vaultkit.cli.shelf.opening import add_json_argument, add_shelf_argument, opened
from vaultkit.cli.terminal import print_json
from vaultkit.errors import VaultkitError
from vaultkit.memory.shelf.asking import search
from vaultkit.memory.shelf.entry import record

EXAMPLE = "hypatia knowledge-get api-errors"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.add_argument("name", type=well_formed, metavar="NAME")
    add_json_argument(parser)
    add_shelf_argument(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print the entry as JSON. Raises VaultkitError, with near names, if there is none."""
    with opened(arguments) as store:
        entry = store.knowledge(arguments.name)
        if entry is None:
            near = [found.key for found in search(store, arguments.name, ["knowledge"], 3).entries]
            remedy = f"near are: {', '.join(near)}" if near else "see: vaultkit shelf search"
            raise VaultkitError(f"there is no knowledge named {arguments.name!r}", remedy)
        print_json(record(entry), indent=not arguments.json)
    return 0
