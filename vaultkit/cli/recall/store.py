"""vaultkit recall store: keep a text under a key."""

from __future__ import annotations

import argparse

from vaultkit.cli.given import given_text
from vaultkit.cli.recall.asked import add_place_arguments, asked_by, say_answer
from vaultkit.memory.recall.answering import store

EXAMPLE = 'vaultkit store auth-decision "We chose JWT with RS256 signing." --tags auth,decision'


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    add_place_arguments(parser)
    parser.add_argument("key", metavar="KEY")
    parser.add_argument("text", nargs="?", default="-", metavar="TEXT", help="`-`, the default, reads it from stdin")
    parser.add_argument("--tags", default="", metavar="a,b")
    parser.add_argument(
        "--brief", default="", metavar="TEXT", help="for the commit and `list` (default: the first sentence)"
    )


def run(arguments: argparse.Namespace) -> int:
    """Keep it and print what is kept."""
    text = given_text(arguments.text)
    return say_answer(store(asked_by(arguments), arguments.key, text, arguments.tags.split(","), arguments.brief))
