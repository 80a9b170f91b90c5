"""vaultkit notes: the notes with certain tags, told by their summaries."""

from __future__ import annotations

import argparse

from vaultkit.cli.progress import watching
from vaultkit.cli.terminal import print_json
from vaultkit.cli.vault import add_vault_argument, say_lines, vault_of
from vaultkit.router import notes

EXAMPLE = "vaultkit notes --tag tool/semrush --scope global --type how-to"
_NAMESPACES = ("type", "scope", "client", "project", "domain", "tool", "convention")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    tag = "notes with this tag or one below it: tool finds every tool/* (may be given again: all must fit)"
    parser.add_argument("--tag", action="append", default=[], metavar="NS[/VALUE]", help=tag)
    for namespace in _NAMESPACES:
        parser.add_argument(
            f"--{namespace}", action="append", default=[], metavar="VALUE", help=f"short for --tag {namespace}/VALUE"
        )
    parser.add_argument("--text", default="", metavar="WORDS", help="only notes in which words stand, the best first")
    parser.add_argument("--top", type=int, metavar="N", help="how many (default: all)")
    parser.add_argument("--json", action="store_true", help="answer as JSON")
    add_vault_argument(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print path and summary of each note; 1 if there is none."""
    short = [f"{namespace}/{value}" for namespace in _NAMESPACES for value in getattr(arguments, namespace)]
    with watching() as watcher:
        found = notes(vault_of(arguments), [*arguments.tag, *short], arguments.text, arguments.top, watcher)
    if arguments.json:
        print_json({"notes": [entry._asdict() for entry in found]})
    else:
        say_lines(f"{entry.path}: {entry.summary}" if entry.summary else entry.path for entry in found)
    return 0 if found else 1
