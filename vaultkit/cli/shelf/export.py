"""vaultkit shelf export: write a shelf into a folder, an entry a line."""

from __future__ import annotations

import argparse
from pathlib import Path

from graph.text import counted
from vaultkit.cli.shelf.opening import say
from vaultkit.memory.shelf.places import place_of
from vaultkit.memory.shelf.store import open_store
from vaultkit.memory.shelf.transfer import export

EXAMPLE = "hypatia export default ~/shelf-2026-09"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.add_argument("name", metavar="NAME", help="the shelf")
    parser.add_argument("folder", type=Path, metavar="DEST", help="a new folder: entries.jsonl, archives, settings")


def run(arguments: argparse.Namespace) -> int:
    """Write it."""
    with open_store(place_of(arguments.name).folder) as store:
        count = export(store, arguments.folder.expanduser())
    say([f"Exported {counted(count, 'entry')} to {arguments.folder}"])
    return 0
