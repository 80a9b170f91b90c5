"""graphify affected: what depends on a node."""

from __future__ import annotations

import argparse

from graph.asking.query import Ambiguous, Unknown
from graph.asking.wording import affected_record, affected_text, unclear_record, unclear_text
from graph.text import well_formed
from vaultkit.asking.questions import affected
from vaultkit.cli.graph_file import add_answer_arguments, add_tag_argument, at_least_one, graph_meant, say

EXAMPLE = 'graphify affected "Migration style" --depth 2'


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.add_argument("node", type=well_formed, help="a label, alias, dotted name, path or unique part of one")
    parser.add_argument("--depth", type=at_least_one, default=2, metavar="N", help="how many steps away (default: 2)")
    add_tag_argument(parser)
    add_answer_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print what depends on the node, nearest first; 1 if the name is unclear."""
    asked = affected(graph_meant(arguments.graph), arguments.node, arguments.depth, arguments.tag)
    found = asked.answer
    if isinstance(found, Ambiguous | Unknown):
        say(arguments.json, lambda: unclear_record(found), lambda: unclear_text(found), asked)
        return 1
    say(arguments.json, lambda: affected_record(found), lambda: affected_text(found), asked)
    return 0
