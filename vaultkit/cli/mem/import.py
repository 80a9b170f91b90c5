"""vaultkit mem import: add memories from JSON lines."""

from __future__ import annotations

import argparse
from pathlib import Path

from vaultkit.cli.given import given_text, say_json
from vaultkit.cli.mem.place import add_place_arguments, place_of
from vaultkit.clock import now
from vaultkit.errors import UsageError
from vaultkit.memory.mem.exchange import import_lines, merged_in
from vaultkit.memory.mem.writing import change_memories

EXAMPLE = "vaultkit import memories.jsonl"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    add_place_arguments(parser)
    parser.add_argument("file", metavar="FILE", help="as `export` prints them; `-` reads stdin")


def run(arguments: argparse.Namespace) -> int:
    """Add them and print how many are new and which conflicted."""
    place = place_of(arguments)
    new = import_lines(_read(arguments.file), place.name, now())
    name = "stdin" if arguments.file == "-" else Path(arguments.file).name
    say_json(change_memories(place, merged_in(new, name), now()))
    return 0


def _read(file: str) -> str:
    if file == "-":
        return given_text(file)
    try:
        return Path(file).read_text("utf-8-sig")
    except UnicodeDecodeError as fault:
        raise UsageError(f"{file} is no UTF-8 text", "give what `export` printed") from fault
