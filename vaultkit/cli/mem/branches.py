"""vaultkit mem branches: the branches that have memories."""

from __future__ import annotations

import argparse
import sys

from vaultkit.cli.given import say_json
from vaultkit.cli.mem.place import add_place_arguments, place_of
from vaultkit.cli.terminal import printable
from vaultkit.memory.mem.branches import branches_answer

EXAMPLE = "vaultkit branches"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    add_place_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print them with counts; 1 if the memories of one cannot be read."""
    answer = branches_answer(place_of(arguments))
    say_json(answer)
    errors = [branch["error"] for branch in answer["branches"].values() if "error" in branch]
    for error in errors:
        print(printable(f"vaultkit mem: {error}"), file=sys.stderr)
    return min(len(errors), 1)
