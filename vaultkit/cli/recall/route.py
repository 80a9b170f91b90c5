"""vaultkit recall route: ask one memory after another until an answer is good enough."""

from __future__ import annotations

import argparse

from vaultkit.backends.question import Question
from vaultkit.backends.recalling import BACKENDS, route
from vaultkit.cli.given import say_json
from vaultkit.cli.recall.asked import add_place_arguments, asked_by
from vaultkit.errors import UsageError
from vaultkit.memory.characters import well_formed

EXAMPLE = 'vaultkit route "what did we decide about auth"'


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    add_place_arguments(parser)
    parser.add_argument("query", type=well_formed, metavar="QUERY")
    parser.add_argument(
        "--order", metavar="a,b", help=f"which memories are asked, in which order (default: {','.join(BACKENDS)})"
    )


def run(arguments: argparse.Namespace) -> int:
    """Print the answer and which memories were asked for it; 1 if all of them failed."""
    if not arguments.query.strip():
        raise UsageError("an empty question asks nothing", "give a few words")
    asked = asked_by(arguments)
    settings = asked.settings
    if arguments.order is not None:
        settings = settings._replace(order=tuple(filter(None, arguments.order.split(","))))
    routed = route(Question(arguments.query, asked.folder, settings, asked.now))
    say_json(routed.record())
    return 1 if routed.answer.status == "error" else 0
