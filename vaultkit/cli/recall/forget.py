"""vaultkit recall forget: remove what is kept under a key."""

from __future__ import annotations

import argparse

from vaultkit.cli.recall.asked import add_place_arguments, asked_by, say_answer
from vaultkit.memory.recall.answering import forget

EXAMPLE = "vaultkit forget auth-decision"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    add_place_arguments(parser)
    parser.add_argument("key", metavar="KEY", help="exactly as it was stored; all of its texts go")


def run(arguments: argparse.Namespace) -> int:
    """Remove and print what was removed; the history of the branch keeps it."""
    return say_answer(forget(asked_by(arguments), arguments.key))
