"""vaultkit episodes stats: what is indexed, and how far it is behind."""

from __future__ import annotations

import argparse

from graph.text import counted
from vaultkit.cli.terminal import print_json, printable
from vaultkit.memory.episodes.standing import stats
from vaultkit.memory.episodes.tables import reading

EXAMPLE = "vaultkit stats --json"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.add_argument("--json", action="store_true", help="answer as JSON")


def run(arguments: argparse.Namespace) -> int:
    """Print it."""
    with reading() as index:
        found = stats(index)
    if arguments.json:
        print_json(found._asdict())
        return 0
    held = f"{counted(found.chunks, 'chunk')} of {counted(found.sources, 'file')}"
    print(f"{held}, {found.bytes / 1e6:,.1f} MB: {printable(found.file)}")
    if found.first:
        print(f"from {found.first} to {found.last}")
    for kind, count in found.kinds.items():
        print(f"  {count:>8,}  {kind}")
    if found.skipped:
        print(f"{counted(found.skipped, 'line')} of transcripts of no known kind")
    for root in found.roots:
        print(printable(f"below {root}"))
    print(f"behind: {counted(found.behind, 'file')}; run: vaultkit episodes index" if found.behind else "up to date")
    return 0
