"""vaultkit mem update: change a memory."""

from __future__ import annotations

import argparse

from vaultkit.cli.given import given_text
from vaultkit.cli.mem.place import add_importance_argument, add_place_arguments, place_of, say_done
from vaultkit.clock import now
from vaultkit.errors import UsageError
from vaultkit.memory.mem.changes import Update, update
from vaultkit.memory.mem.entry import parse_data, parse_tags
from vaultkit.memory.mem.writing import change_memories

EXAMPLE = """vaultkit update 3f2a1b2c '{"status": "done"}' -m"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    add_place_arguments(parser)
    parser.add_argument("id", metavar="ID")
    parser.add_argument("content", nargs="?", metavar="JSON", help="the new content; `-` reads it from stdin")
    parser.add_argument("-m", "--merge", action="store_true", help="add the fields of the new content to the old one")
    parser.add_argument("-t", "--tags", metavar="a,b", help="the new tags")
    add_importance_argument(parser)


def run(arguments: argparse.Namespace) -> int:
    """Change it; print `ok` or `not found`."""
    if (arguments.content, arguments.tags, arguments.importance) == (None, None, None):
        raise UsageError("nothing to change", "give new content, -t or -i")
    has_data = arguments.content is not None
    wanted = Update(
        data=parse_data(given_text(arguments.content)) if has_data else None,
        has_data=has_data,
        tags=None if arguments.tags is None else parse_tags(arguments.tags),
        importance=arguments.importance,
        is_merged=arguments.merge,
    )
    place = place_of(arguments)
    return say_done(change_memories(place, update(arguments.id, wanted, now()), now()), arguments.id)
