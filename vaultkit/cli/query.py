"""graphify query: an answer to a question in words."""

from __future__ import annotations

import argparse

from graph.asking.budget import LEAST_BUDGET
from graph.asking.wording import answer_record
from graph.text import DEFAULT_BUDGET, well_formed
from vaultkit.asking.questions import Narrowing, query
from vaultkit.cli.graph_file import add_answer_arguments, add_tag_argument, graph_meant, say
from vaultkit.errors import UsageError

EXAMPLE = 'graphify query "how do we roll back a migration?" --tag tool --budget 800'


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.add_argument("question", nargs="+", type=well_formed, help="what you want to know, in your own words")
    budget = f"tokens that the text of the answer may cost (default: {DEFAULT_BUDGET:,}); JSON costs more"
    parser.add_argument("--budget", type=int, default=DEFAULT_BUDGET, metavar="TOKENS", help=budget)
    depth = "how many steps along the edges a match widens (default: 1)"
    parser.add_argument("--depth", type=int, default=1, metavar="N", help=depth)
    add_tag_argument(parser)
    add_answer_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print the answer; 1 if nothing matches."""
    if arguments.budget < LEAST_BUDGET:
        raise UsageError(f"--budget {arguments.budget} is too little for an answer", f"give at least {LEAST_BUDGET}")
    if not 0 <= arguments.depth <= 4:
        raise UsageError(f"--depth {arguments.depth} makes no sense", "give 0 to 4")
    narrowing = Narrowing(tuple(arguments.tag), arguments.depth, arguments.budget)
    question = " ".join(arguments.question)
    if not question.strip():
        raise UsageError("the question is empty", "ask something")
    asked = query(graph_meant(arguments.graph), question, narrowing)
    say(arguments.json, lambda: answer_record(question, asked.answer), lambda: asked.answer.text, asked)
    return 0 if asked.answer.nodes else 1
