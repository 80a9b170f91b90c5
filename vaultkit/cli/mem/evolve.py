"""vaultkit mem evolve: add a note on how a memory has changed."""

from __future__ import annotations

import argparse

from vaultkit.cli.given import given_text
from vaultkit.cli.mem.place import add_place_arguments, place_of, say_done
from vaultkit.clock import now
from vaultkit.errors import UsageError
from vaultkit.memory.mem.changes import evolve
from vaultkit.memory.mem.writing import change_memories

EXAMPLE = 'vaultkit evolve 3f2a1b2c "User changed preference to dark mode"'


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    add_place_arguments(parser)
    parser.add_argument("id", metavar="ID")
    parser.add_argument("note", metavar="NOTE", help="what has changed; `-` reads it from stdin")


def run(arguments: argparse.Namespace) -> int:
    """Add it; print `ok` or `not found`."""
    note = given_text(arguments.note)
    if not note.strip():
        raise UsageError("an empty note tells nothing", "say what has changed")
    place = place_of(arguments)
    return say_done(change_memories(place, evolve(arguments.id, note, now()), now()), arguments.id)
