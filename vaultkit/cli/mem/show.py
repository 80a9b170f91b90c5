"""vaultkit mem show: the memories as a table, for people."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator

from graph.text import counted
from vaultkit.cli.mem.place import add_place_arguments, missing, place_of
from vaultkit.cli.terminal import painted, printable
from vaultkit.memory.mem.entry import IMPORTANCE, Entry, Memories, important_first
from vaultkit.memory.mem.store import Place, recall_all
from vaultkit.memory.mem.summary import summarise

EXAMPLE = "vaultkit show"
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
    if arguments.id is not None and arguments.id not in memories:
        return missing(arguments.id)
    for line in _table(place, memories) if arguments.id is None else _whole(arguments.id, memories[arguments.id]):
        print(line)
    return 0


def _table(place: Place, memories: Memories) -> Iterator[str]:
    count = counted(len(memories), "memory")
    yield painted(f"{count} of {printable(place.branch)}", "bold")
    for key in important_first(memories, memories):
        entry = memories[key]
        importance = IMPORTANCE.get(entry["i"], entry["i"])
        tags = "".join(f" #{tag}" for tag in entry["g"])
        row = f"{key:<8}  {importance:<8}  {entry['t']:<10}  {entry['u'][:10]}  {summarise(entry['d'], _WIDTH)}{tags}"
        yield painted(printable(row), _COLOURS[entry["i"]]) if entry["i"] in _COLOURS else printable(row)


def _whole(key: str, entry: Entry) -> Iterator[str]:
    yield painted(f"{key}  {IMPORTANCE.get(entry['i'], entry['i'])} {printable(entry['t'])}", "bold")
    text = entry["d"] if isinstance(entry["d"], str) else json.dumps(entry["d"], ensure_ascii=False, indent=2)
    yield from map(printable, text.split("\n"))
    yield painted(printable(f"tags {', '.join(entry['g']) or '-'}; speaks of {', '.join(entry['e']) or '-'}"), "dim")
    yield painted(printable(f"made {entry['c']} on {entry['b']}, changed {entry['u']} (UTC)"), "dim")
    for note in entry.get("ev", []):
        yield printable(f"{note.get('t', '')}  {note.get('n', '')}")
