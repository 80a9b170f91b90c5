"""vaultkit shelf backfill: give every entry that wants one its vector."""

from __future__ import annotations

import argparse

from vaultkit.cli.shelf.opening import add_shelf_argument, opened, say
from vaultkit.memory.shelf.embedding import vectors_of

EXAMPLE = "hypatia backfill"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.add_argument("--again", action="store_true", help="make all vectors anew")
    add_shelf_argument(parser)


def run(arguments: argparse.Namespace) -> int:
    """Embed what is missing, and drop what `skip_tags` excludes now."""
    with opened(arguments) as store:
        done = vectors_of(store).settle(again=arguments.again)
    say([f"Embedded {done.embedded}, dropped {done.dropped}."])
    return 0
