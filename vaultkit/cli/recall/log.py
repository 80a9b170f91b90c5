"""vaultkit recall log: what was kept when, for people."""

from __future__ import annotations

import argparse

from vaultkit.cli.graph_file import at_least_one
from vaultkit.cli.history import say_history
from vaultkit.cli.recall.asked import add_place_arguments, asked_by
from vaultkit.git.refs import history
from vaultkit.memory.recall.branch import open_branch

EXAMPLE = "vaultkit log -n 20"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    add_place_arguments(parser)
    parser.add_argument("-n", "--limit", type=at_least_one, metavar="N", help="only the last N writes")


def run(arguments: argparse.Namespace) -> int:
    """Print the writes, the last first; 1 if there are none."""
    asked = asked_by(arguments)
    place = open_branch(asked.folder, asked.settings)
    return say_history(history(place.repository, place.ref, arguments.limit))
