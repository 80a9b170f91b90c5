"""vaultkit journal: write down what happened, or read the last days."""

from __future__ import annotations

import argparse
import sys

from vaultkit.cli.terminal import print_json
from vaultkit.cli.vault import add_vault_argument, follow_later, say_lines, vault_of
from vaultkit.errors import UsageError
from vaultkit.writing.journal import append, last_days

EXAMPLE = 'vaultkit journal "Moved the report to the standby; see [[Lock levels]]"'


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.add_argument("text", nargs="?", metavar="TEXT", help="an entry for today's note; `-` reads it from stdin")
    parser.add_argument(
        "--show", nargs="?", type=int, const=2, metavar="N", help="print the last N days that have a note (default: 2)"
    )
    parser.add_argument("--json", action="store_true", help="answer as JSON")
    add_vault_argument(parser)


def run(arguments: argparse.Namespace) -> int:
    """Append or show; 1 if there is nothing to show."""
    root = vault_of(arguments)
    if (arguments.text is None) == (arguments.show is None):
        raise UsageError("either an entry or --show is needed", 'write: vaultkit journal "TEXT"')
    if arguments.text is not None:
        from vaultkit.memory.redact import redact  # its patterns are of no use to who reads

        path = append(root, redact(sys.stdin.read() if arguments.text == "-" else arguments.text))
        follow_later(root)
        if arguments.json:
            print_json({"path": path})
        else:
            say_lines([path])
        return 0
    if arguments.show < 1:
        raise UsageError(f"--show {arguments.show} makes no sense", "give 1 or more")
    days = last_days(root, arguments.show)
    if arguments.json:
        print_json({"days": [day._asdict() for day in days]})
    else:
        say_lines(line for day in days for line in [f"=== {day.path}", *day.text.rstrip("\n").split("\n"), ""])
    if not days:
        print("vaultkit: the journal holds nothing yet", file=sys.stderr)
    return 0 if days else 1
