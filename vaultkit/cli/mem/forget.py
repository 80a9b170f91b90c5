"""vaultkit mem forget: delete a memory."""

from __future__ import annotations

import argparse

from vaultkit.cli.mem.place import add_place_arguments, place_of, say_done
from vaultkit.clock import now
from vaultkit.memory.mem.changes import forget
from vaultkit.memory.mem.writing import change_memories

EXAMPLE = "vaultkit forget 3f2a1b2c"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    add_place_arguments(parser)
    parser.add_argument("id", metavar="ID")


def run(arguments: argparse.Namespace) -> int:
    """Delete it; print `ok` or `not found`."""
    place = place_of(arguments)
    return say_done(change_memories(place, forget(arguments.id), now()), arguments.id)
