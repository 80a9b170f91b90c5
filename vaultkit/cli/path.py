"""graphify path: the best way from one node to another."""

from __future__ import annotations

import argparse

from graph.asking.query import Ambiguous, Unknown
from graph.asking.wording import path_record, path_text, unclear_record, unclear_text
from graph.text import well_formed
from vaultkit.asking.questions import path
from vaultkit.cli.graph_file import add_answer_arguments, graph_meant, say

EXAMPLE = 'graphify path "Home" "Lock levels" --undirected'


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.add_argument(
        "start", type=well_formed, metavar="A", help="a label, alias, dotted name, path or unique part of one"
    )
    parser.add_argument("goal", type=well_formed, metavar="B", help="the same")
    parser.add_argument("--undirected", action="store_true", help="also go against the direction of the edges")
    add_answer_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print the path; 1 if there is none or a name is unclear."""
    asked = path(graph_meant(arguments.graph), arguments.start, arguments.goal, undirected=arguments.undirected)
    found = asked.answer
    if isinstance(found, Ambiguous | Unknown):
        say(arguments.json, lambda: unclear_record(found), lambda: unclear_text(found), asked)
        return 1
    start, goal, way = found
    hint = "" if way.found or arguments.undirected else "Against the links there may be one: --undirected.\n"
    say(arguments.json, lambda: path_record(way), lambda: path_text(way, start, goal) + hint, asked)
    return 0 if way.found else 1
