"""graphify gods: the entry points of the map."""

from __future__ import annotations

import argparse

from graph.asking.wording import gods_record, gods_text
from vaultkit.asking.questions import gods
from vaultkit.cli.graph_file import add_answer_arguments, add_tag_argument, at_least_one, graph_meant, say

EXAMPLE = "graphify gods --top 10"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.add_argument("--top", type=at_least_one, default=20, metavar="N", help="how many (default: 20)")
    add_tag_argument(parser)
    add_answer_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print the god nodes, best first."""
    asked = gods(graph_meant(arguments.graph), arguments.top, arguments.tag)
    say(arguments.json, lambda: gods_record(asked.answer), lambda: gods_text(asked.answer), asked)
    return 0
