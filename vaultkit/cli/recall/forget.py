"""vaultkit recall forget: remove what is kept under a key."""

from __future__ import annotations

import argparse
import sys

from vaultkit.cli.recall.asked import add_place_arguments, asked_by, say_answer
from vaultkit.cli.terminal import printable
from vaultkit.memory.recall.answering import forget

EXAMPLE = "vaultkit forget auth-decision"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    add_place_arguments(parser)
    parser.add_argument("key", metavar="KEY", help="exactly as it was stored; all of its texts go")


def run(arguments: argparse.Namespace) -> int:
    """Remove and print what was removed; the history of the branch keeps it. 1 if nothing was kept under the key."""
    answer = forget(asked_by(arguments), arguments.key)
    code = say_answer(answer)
    if answer.status == "empty":
        print(
            printable(f"vaultkit recall: nothing is kept under {arguments.key!r}; see: vaultkit recall list"),
            file=sys.stderr,
        )
        return 1
    return code
