"""vaultkit mem export: the memories as JSON lines."""

from __future__ import annotations

import argparse
import sys

from vaultkit.cli.mem.place import add_place_arguments, place_of
from vaultkit.memory.mem.exchange import export_lines
from vaultkit.memory.mem.store import recall_all

EXAMPLE = "vaultkit export > memories.jsonl"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    add_place_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print one memory a line."""
    memories = recall_all(place_of(arguments))
    sys.stdout.flush()
    sys.stdout.buffer.writelines(line.encode() + b"\n" for line in export_lines(memories))
    return 0
