"""vaultkit mem entity: what the memories speak of, one of these, and its memories."""

from __future__ import annotations

import argparse

from vaultkit.cli.given import say_json
from vaultkit.cli.graph_file import at_least_one
from vaultkit.cli.mem.place import add_place_arguments, place_of
from vaultkit.memory.characters import well_formed
from vaultkit.memory.mem.answers import entity_answer
from vaultkit.memory.mem.finding import entity_named
from vaultkit.memory.mem.index import entity_index
from vaultkit.memory.mem.store import recall_all

EXAMPLE = "vaultkit entity authentication"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    add_place_arguments(parser)
    parser.add_argument("name", type=well_formed, metavar="NAME", help="its name, or a part of it")
    parser.add_argument(
        "-n", "--limit", type=at_least_one, default=10, metavar="N", help="at most N memories (default: 10)"
    )


def run(arguments: argparse.Namespace) -> int:
    """Print it; 1 if nothing speaks of it."""
    memories = recall_all(place_of(arguments))
    entities = entity_index(memories)
    name = entity_named(entities, arguments.name)
    say_json({"error": "not found"} if name is None else entity_answer(name, entities[name], memories, arguments.limit))
    return 1 if name is None else 0
