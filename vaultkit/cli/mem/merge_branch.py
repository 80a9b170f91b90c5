"""vaultkit mem merge-branch: add the memories of another branch."""

from __future__ import annotations

import argparse
import sys

from vaultkit.cli.given import say_json
from vaultkit.cli.mem.place import add_place_arguments, place_of
from vaultkit.cli.terminal import printable
from vaultkit.clock import now
from vaultkit.memory.characters import well_formed
from vaultkit.memory.mem.branches import merge_branch

EXAMPLE = "vaultkit merge-branch feature/auth"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    add_place_arguments(parser)
    parser.add_argument("source", type=well_formed, metavar="BRANCH", help="with its slashes, or with dashes for them")


def run(arguments: argparse.Namespace) -> int:
    """Merge and print what was merged and which memories conflicted; 1 if there was nothing to merge from."""
    answer = merge_branch(place_of(arguments), arguments.source, now())
    say_json(answer)
    for error in answer["errors"]:
        print(printable(f"vaultkit mem: {error}"), file=sys.stderr)
    return 1 if answer["errors"] else 0
