"""vaultkit mem search: the memories in which words stand."""

from __future__ import annotations

import argparse

from vaultkit.cli.given import say_json
from vaultkit.cli.graph_file import at_least_one
from vaultkit.cli.mem.place import add_place_arguments, place_of
from vaultkit.memory.characters import well_formed
from vaultkit.memory.mem.answers import topic_answer
from vaultkit.memory.mem.finding import of_words
from vaultkit.memory.mem.store import recall_all

EXAMPLE = 'vaultkit search "database migration"'


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    add_place_arguments(parser)
    parser.add_argument("query", type=well_formed, metavar="QUERY", help="words, whatever their endings")
    parser.add_argument("-n", "--limit", type=at_least_one, metavar="N", help="at most N (default: about 100 tokens)")


def run(arguments: argparse.Namespace) -> int:
    """Print them, the most telling first."""
    memories = recall_all(place_of(arguments))
    found = of_words(memories, arguments.query)
    say_json(topic_answer(arguments.query, memories, found, arguments.limit) | {"query": arguments.query})
    return 0
