"""vaultkit mem recall: one memory in full, those with a tag, the last ones, or all at a glance."""

from __future__ import annotations

import argparse
import sys

from vaultkit.cli.given import say_json
from vaultkit.cli.graph_file import at_least_one
from vaultkit.cli.mem.place import add_place_arguments, missing, place_of
from vaultkit.cli.terminal import printable
from vaultkit.clock import now
from vaultkit.errors import VaultkitError
from vaultkit.memory.mem.answers import lines_answer, recall_overview, topic_answer
from vaultkit.memory.mem.changes import accessed
from vaultkit.memory.mem.finding import of_tag, of_topic
from vaultkit.memory.mem.store import Place, read_index, recall_all
from vaultkit.memory.mem.writing import change_memories

EXAMPLE = "vaultkit recall --last 5"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    add_place_arguments(parser)
    which = parser.add_mutually_exclusive_group()
    which.add_argument("-i", "--id", metavar="ID", help="one memory in full, which counts as an access")
    which.add_argument("-t", "--tag", metavar="TAG", help="those with a tag")
    which.add_argument("-q", "--query", metavar="TOPIC", help="those of a topic, as `get`")
    which.add_argument("--last", type=at_least_one, metavar="N", help="the last N that were made, the latest first")


def run(arguments: argparse.Namespace) -> int:
    """Print what was asked for."""
    place = place_of(arguments)
    if arguments.id is not None:
        return _recall_one(place, arguments.id)
    if arguments.tag is not None:
        say_json(lines_answer(read_index(place), of_tag(recall_all(place), arguments.tag)))
    elif arguments.query is not None:
        memories = recall_all(place)
        say_json(topic_answer(arguments.query, memories, of_topic(memories, arguments.query), None))
    elif arguments.last is not None:
        index = read_index(place)
        say_json(lines_answer(index, list(index.lines)[: -arguments.last - 1 : -1]))
    else:
        say_json(recall_overview(place.name, read_index(place)))
    return 0


def _recall_one(place: Place, key: str) -> int:
    found = recall_all(place).get(key)
    if found is None:
        say_json(None)
        return missing(key)
    try:
        change_memories(place, accessed(key), now())
        found = {**found, "a": found["a"] + 1}
    except VaultkitError as fault:  # a repository that cannot be written can be read
        print(printable(f"vaultkit mem: the access was not counted: {fault}"), file=sys.stderr)
    say_json(found)
    return 0
