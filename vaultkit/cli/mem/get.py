"""vaultkit mem get: the memories of a topic."""

from __future__ import annotations

import argparse

from vaultkit.cli.given import say_json
from vaultkit.cli.graph_file import at_least_one
from vaultkit.cli.mem.place import add_place_arguments, place_of
from vaultkit.memory.characters import well_formed
from vaultkit.memory.mem.answers import topic_answer
from vaultkit.memory.mem.finding import of_topic
from vaultkit.memory.mem.store import recall_all

EXAMPLE = "vaultkit get authentication"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    add_place_arguments(parser)
    parser.add_argument("topic", type=well_formed, metavar="TOPIC", help="looked for in entities, tags and content")
    parser.add_argument("-n", "--limit", type=at_least_one, metavar="N", help="at most N (default: about 100 tokens)")


def run(arguments: argparse.Namespace) -> int:
    """Print them, the important first."""
    memories = recall_all(place_of(arguments))
    say_json(topic_answer(arguments.topic, memories, of_topic(memories, arguments.topic), arguments.limit))
    return 0
