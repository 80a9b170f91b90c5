"""vaultkit recall list: all memories, a line each."""

from __future__ import annotations

import argparse

from vaultkit.cli.graph_file import at_least_one
from vaultkit.cli.recall.asked import add_place_arguments, asked_by, say_answer
from vaultkit.memory.recall.answering import list_all

EXAMPLE = "vaultkit list -n 10"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    add_place_arguments(parser)
    parser.add_argument("-n", "--limit", type=at_least_one, metavar="N", help="only the last N")


def run(arguments: argparse.Namespace) -> int:
    """Print key, brief and tags of each, the latest first."""
    return say_answer(list_all(asked_by(arguments), arguments.limit))
