"""vaultkit shelf messages: the messages of a request to a model, as JSON."""

from __future__ import annotations

import argparse

from graph.text import well_formed
from vaultkit.cli.shelf.opening import add_scope_argument, add_shelf_argument, opened, scope_of, text_of
from vaultkit.cli.terminal import print_json
from vaultkit.memory.shelf.embedding import vectors_of
from vaultkit.memory.shelf.prompt import Request, build

EXAMPLE = """hypatia messages --query '["$knowledge", ["$search", "retry queue"]]'"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    latest = "the latest user input; `-` reads stdin (default: the last user message of the log)"
    parser.add_argument("--latest", type=well_formed, default="", metavar="TEXT", help=latest)
    query = "a JSE expression for what is known of the subject, up to three times (default: made of the latest input)"
    parser.add_argument("--query", type=well_formed, action="append", default=[], metavar="JSE", help=query)
    system = "the system prompt; the rules and taboos that hold follow it"
    parser.add_argument("--system", type=well_formed, default="", metavar="TEXT", help=system)
    add_scope_argument(parser)
    add_shelf_argument(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print the list: system, what no summary condenses, reference, latest input."""
    request = Request(text_of(arguments.latest), tuple(arguments.query), arguments.system)
    with opened(arguments) as store:
        turns = build(store, scope_of(arguments), request, vectors_of(store))
    print_json([turn._asdict() for turn in turns], indent=True)
    return 0
