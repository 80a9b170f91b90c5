"""vaultkit shelf connect: know a folder as a shelf."""

from __future__ import annotations

import argparse

from vaultkit.cli.arguments import a_path
from vaultkit.cli.shelf.opening import say
from vaultkit.memory.shelf.places import connect
from vaultkit.memory.shelf.store import open_store

EXAMPLE = "hypatia connect ~/shelves/work -n work"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.add_argument("folder", type=a_path, metavar="PATH", help="its folder")
    parser.add_argument("--new", action="store_true", help="make the folder if it is missing")
    parser.add_argument("-n", "--name", default="", metavar="NAME", help="default: the last part of the path")


def run(arguments: argparse.Namespace) -> int:
    """Know it from now on."""
    place = connect(arguments.folder, arguments.name, new=arguments.new)
    with open_store(place.folder):
        say([f"Connected shelf: {place.name}  {place.folder}"])
    return 0
