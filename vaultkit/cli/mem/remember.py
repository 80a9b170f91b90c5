"""vaultkit mem remember: keep a memory."""

from __future__ import annotations

import argparse

from vaultkit.cli.given import given_text
from vaultkit.cli.mem.place import add_importance_argument, add_place_arguments, place_of
from vaultkit.clock import now
from vaultkit.memory.mem.changes import remember
from vaultkit.memory.mem.entry import parse_data, parse_tags
from vaultkit.memory.mem.writing import change_memories

EXAMPLE = """vaultkit remember '{"decision": "Use React", "reason": "team expertise"}' -t frontend -i h"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    add_place_arguments(parser)
    parser.add_argument("content", metavar="JSON", help="the memory: JSON, or a plain text; `-` reads it from stdin")
    parser.add_argument("-t", "--tags", default="", metavar="a,b", help="tags to find it by")
    add_importance_argument(parser)


def run(arguments: argparse.Namespace) -> int:
    """Keep it and print its id."""
    data, tags = parse_data(given_text(arguments.content)), parse_tags(arguments.tags)
    place = place_of(arguments)
    print(change_memories(place, remember(data, tags, arguments.importance, place.name, now()), now()))
    return 0
