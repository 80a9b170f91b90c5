"""vaultkit mem branches: the branches that have memories."""

from __future__ import annotations

import argparse

from vaultkit.cli.given import say_json
from vaultkit.cli.mem.place import add_place_arguments, place_of
from vaultkit.memory.mem.branches import branches_answer

EXAMPLE = "vaultkit branches"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    add_place_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print them with counts."""
    say_json(branches_answer(place_of(arguments)))
    return 0
