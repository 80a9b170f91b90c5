"""vaultkit shelf list: the shelves that are known."""

from __future__ import annotations

import argparse

from vaultkit.cli.shelf.opening import add_json_argument, say
from vaultkit.cli.terminal import print_json
from vaultkit.memory.shelf.places import Place, places

EXAMPLE = "hypatia list"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    add_json_argument(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print name, folder and whether it is there."""
    found = places()
    if arguments.json:
        print_json([{"name": each.name, "path": str(each.folder), "state": _state(each)} for each in found])
    else:
        say(f"{each.name}  {each.folder}  [{_state(each)}]" for each in found)
    return 0


def _state(place: Place) -> str:
    return "connected" if place.is_connected else "disconnected"
