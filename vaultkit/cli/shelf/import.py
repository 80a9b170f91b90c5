"""vaultkit shelf import: add what was exported to a shelf."""

from __future__ import annotations

import argparse
from pathlib import Path

from graph.text import counted
from vaultkit.cli.shelf.opening import add_shelf_argument, opened, say, warn
from vaultkit.memory.shelf.places import new_place
from vaultkit.memory.shelf.transfer import import_from

EXAMPLE = "hypatia import ~/shelf-2026-09 -n restored"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.add_argument("folder", type=Path, metavar="SOURCE", help="the folder of an export")
    parser.add_argument("-n", "--name", default="", metavar="NAME", help="a new shelf to make of it")
    add_shelf_argument(parser)


def run(arguments: argparse.Namespace) -> int:
    """Add it; 1 if a name held something else here, which stays."""
    if arguments.name:
        arguments.shelf = new_place(arguments.name).name
    with opened(arguments) as store:
        done = import_from(store, arguments.folder.expanduser())
    were = "was" if done.same == 1 else "were"
    say([f"Imported {counted(done.added, 'entry')}; {done.same:,} {were} here already."])
    warn([f"kept what is here under {key!r}: the import says something else" for key in done.kept])
    return 1 if done.kept else 0
