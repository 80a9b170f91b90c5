"""vaultkit recall search: the memories in which a text stands."""

from __future__ import annotations

import argparse

from vaultkit.cli.graph_file import at_least_zero
from vaultkit.cli.recall.asked import add_place_arguments, asked_by, say_answer
from vaultkit.memory.characters import well_formed
from vaultkit.memory.recall.answering import search
from vaultkit.memory.recall.searching import Pattern

EXAMPLE = "vaultkit search jwt -i -C 2"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    add_place_arguments(parser)
    parser.add_argument("pattern", type=well_formed, metavar="PATTERN", help="a text, which stands for itself")
    parser.add_argument("-i", "--ignore-case", action="store_true", help="whether letters are capital does not matter")
    parser.add_argument("-E", "--regex", action="store_true", help="the pattern is an extended regular expression")
    parser.add_argument(
        "-C", "--context", type=at_least_zero, metavar="N", help="only the lines found and N around each"
    )
    parser.add_argument(
        "--scope", choices=("all", "content", "messages"), default="all", help="files, commit messages (default: all)"
    )


def run(arguments: argparse.Namespace) -> int:
    """Print them, the most relevant first."""
    pattern = Pattern(arguments.pattern, arguments.ignore_case, arguments.regex, arguments.scope)
    return say_answer(search(asked_by(arguments), pattern, arguments.context))
