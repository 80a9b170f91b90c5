"""graphify explain: what a node is and what it is connected with."""

from __future__ import annotations

import argparse

from graph.asking.explaining import Explanation
from graph.asking.wording import explanation_record, explanation_text, unclear_record, unclear_text
from graph.text import well_formed
from vaultkit.asking.questions import explain
from vaultkit.cli.graph_file import add_answer_arguments, add_tag_argument, graph_meant, say

EXAMPLE = 'graphify explain "Migration style"'


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.add_argument("node", type=well_formed, help="a label, alias, dotted name, path or unique part of one")
    add_tag_argument(parser)
    add_answer_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print the explanation; 1 if the name is unclear."""
    asked = explain(graph_meant(arguments.graph), arguments.node, arguments.tag)
    found = asked.answer
    if isinstance(found, Explanation):
        say(arguments.json, lambda: explanation_record(found), lambda: explanation_text(found), asked)
        return 0
    say(arguments.json, lambda: unclear_record(found), lambda: unclear_text(found), asked)
    return 1
