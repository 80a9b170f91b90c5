"""vaultkit shelf disconnect: know a shelf no more; its files stay."""

from __future__ import annotations

import argparse

from vaultkit.cli.shelf.opening import say
from vaultkit.memory.shelf.places import disconnect

EXAMPLE = "hypatia disconnect work"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.add_argument("name", metavar="NAME")


def run(arguments: argparse.Namespace) -> int:
    """Forget where it is."""
    place = disconnect(arguments.name)
    say([f"Disconnected shelf: {place.name}; its files stay in {place.folder}"])
    return 0
