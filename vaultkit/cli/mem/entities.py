"""vaultkit mem entities: what the memories speak of, with counts."""

from __future__ import annotations

import argparse

from vaultkit.cli.given import say_json
from vaultkit.cli.graph_file import at_least_one
from vaultkit.cli.mem.place import add_place_arguments, place_of
from vaultkit.memory.mem.answers import entities_answer
from vaultkit.memory.mem.index import entity_index
from vaultkit.memory.mem.store import recall_all

EXAMPLE = "vaultkit entities"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    add_place_arguments(parser)
    parser.add_argument("-n", "--limit", type=at_least_one, metavar="N", help="only the N most frequent")


def run(arguments: argparse.Namespace) -> int:
    """Print them, the frequent first."""
    say_json(entities_answer(entity_index(recall_all(place_of(arguments))), arguments.limit))
    return 0
