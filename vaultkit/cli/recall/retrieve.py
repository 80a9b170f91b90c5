"""vaultkit recall retrieve: the texts kept under a key."""

from __future__ import annotations

import argparse

from vaultkit.cli.graph_file import at_least_one
from vaultkit.cli.recall.asked import add_place_arguments, asked_by, say_answer
from vaultkit.memory.recall.answering import VERSIONS, retrieve

EXAMPLE = "vaultkit retrieve auth-decision"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    add_place_arguments(parser)
    parser.add_argument("key", metavar="KEY", help="exactly as it was stored")
    parser.add_argument(
        "--max-count", type=at_least_one, default=VERSIONS, metavar="N", help=f"the last N texts (default: {VERSIONS})"
    )


def run(arguments: argparse.Namespace) -> int:
    """Print them, the latest first."""
    return say_answer(retrieve(asked_by(arguments), arguments.key, arguments.max_count))
