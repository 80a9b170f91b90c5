"""vaultkit mem show: the memories as a table, for people."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from vaultkit.cli.mem.place import add_place_arguments, place_of
from vaultkit.cli.terminal import painted, printable
from vaultkit.memory.mem.entry import IMPORTANCE, Memories, important_first
from vaultkit.memory.mem.store import Place, recall_all
from vaultkit.memory.mem.summary import summarise

EXAMPLE = "vaultkit mem show"
_COLOURS = {"c": "red", "h": "yellow", "l": "dim"}
_WIDTH = 60


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    add_place_arguments(parser)
    parser.add_argument("id", nargs="?", metavar="ID", help="one memory in full")


def run(arguments: argparse.Namespace) -> int:
    """Print the table, the important first; or one memory."""
    place = place_of(arguments)
    memories = recall_all(place)
    for line in _table(place, memories):
        print(line)
    return 0


def _table(place: Place, memories: Memories) -> Iterator[str]:
    yield painted(f"{len(memories)} memories of {printable(place.branch)}", "bold")
    for key in important_first(memories, memories):
        entry = memories[key]
        importance = IMPORTANCE.get(entry["i"], entry["i"])
        tags = "".join(f" #{tag}" for tag in entry["g"])
        row = f"{key:<8}  {importance:<8}  {entry['t']:<10}  {entry['u'][:10]}  {summarise(entry['d'], _WIDTH)}{tags}"
        yield painted(printable(row), _COLOURS.get(entry["i"], "plain")) if entry["i"] in _COLOURS else printable(row)
