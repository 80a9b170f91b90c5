"""graphify search: the nodes in which words stand, ranked."""

from __future__ import annotations

import argparse

from graph.asking.wording import hits_text, nothing_found, scored_record
from graph.text import well_formed
from vaultkit.asking.questions import search
from vaultkit.cli.graph_file import add_answer_arguments, add_tag_argument, at_least_one, graph_meant, say

EXAMPLE = "graphify search lock timeout --tag domain"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.add_argument("terms", nargs="+", type=well_formed, help="words to look for, in any order and inflection")
    parser.add_argument("--top", type=at_least_one, default=20, metavar="N", help="how many (default: 20)")
    add_tag_argument(parser)
    add_answer_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print the hits; 1 if there are none."""
    text = " ".join(arguments.terms)
    asked = search(graph_meant(arguments.graph), text, arguments.tag, arguments.top)
    say(
        arguments.json,
        lambda: {"hits": [scored_record(hit) for hit in asked.answer]},
        lambda: hits_text(asked.answer) or nothing_found(text, ""),
        asked,
    )
    return 0 if asked.answer else 1
