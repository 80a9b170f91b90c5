"""vaultkit shelf archive-store: keep a file."""

from __future__ import annotations

import argparse
from pathlib import Path

from graph.text import well_formed
from vaultkit.cli.shelf.opening import add_shelf_argument, opened, say
from vaultkit.clock import now
from vaultkit.memory.shelf.archives import store_file
from vaultkit.memory.shelf.entry import parse_scopes

EXAMPLE = "hypatia archive-store trace.json -n slow-query-trace --scopes my-app"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.add_argument("file", type=Path, metavar="FILE")
    parser.add_argument("-n", "--name", type=well_formed, metavar="NAME", help="default: the name of the file")
    parser.add_argument("--scopes", type=well_formed, default="", metavar="LIST", help="as for knowledge-create")
    add_shelf_argument(parser)


def run(arguments: argparse.Namespace) -> int:
    """Keep a copy."""
    file = arguments.file.expanduser()
    with opened(arguments) as store:
        name = arguments.name or well_formed(file.name)
        entry = store_file(store, file, name, parse_scopes(arguments.scopes), now())
    say([f"Stored archive: {entry.name}"])
    return 0
