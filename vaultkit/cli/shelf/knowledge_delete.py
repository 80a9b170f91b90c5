"""vaultkit shelf knowledge-delete: remove what is kept under a name."""

from __future__ import annotations

import argparse

from graph.text import counted, well_formed
from vaultkit.cli.shelf.opening import add_shelf_argument, opened, say, warn
from vaultkit.errors import VaultkitError
from vaultkit.memory.shelf.archives import sweep
from vaultkit.memory.shelf.memories import about

EXAMPLE = "hypatia knowledge-delete api-errors"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.add_argument("name", type=well_formed, metavar="NAME")
    add_shelf_argument(parser)


def run(arguments: argparse.Namespace) -> int:
    """Remove it; statements about it stay, which is said."""
    with opened(arguments) as store:
        with store.changing():
            if not store.delete("knowledge", arguments.name):
                raise VaultkitError(f"there is no knowledge named {arguments.name!r}", "see: vaultkit shelf search")
            left = len(about(store, arguments.name))
        sweep(store)
    say([f"Deleted knowledge: {arguments.name}"])
    if left:
        warn([f"{counted(left, 'statement')} about it left in place; `forget` removes them as well"])
    return 0
