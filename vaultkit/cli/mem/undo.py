"""vaultkit mem undo: take the last write back."""

from __future__ import annotations

import argparse

from vaultkit.cli.mem.place import add_place_arguments, place_of
from vaultkit.cli.terminal import printable
from vaultkit.memory.mem.writing import undo

EXAMPLE = "vaultkit undo"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    add_place_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    """Move the refs back to the write before, and print what was undone."""
    print(printable(f"undone: {undo(place_of(arguments))}"))
    return 0
