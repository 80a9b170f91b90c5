"""vaultkit ask: one question to graph, episodes, git memories and shelf."""

from __future__ import annotations

import argparse
import sys

from graph.text import well_formed
from vaultkit import clock
from vaultkit.cli.arguments import a_path
from vaultkit.cli.graph_file import at_least_one
from vaultkit.cli.terminal import bold, print_json, printable
from vaultkit.cli.vault import say_lines
from vaultkit.config import absolute, current_folder
from vaultkit.errors import UsageError
from vaultkit.layers.ask import BUDGET, COUNT, LAYERS, LEAST, Told, ask
from vaultkit.layers.question import Question

EXAMPLE = 'vaultkit ask "what did we decide about the cache last week?" --layers episodes,git'


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.add_argument("question", nargs="+", type=well_formed, help="what you want to know, in your own words")
    layers = f"only these, `a,b` (default: {','.join(LAYERS)})"
    parser.add_argument("--layers", default="", metavar="LIST", help=layers)
    budget = f"tokens that the answer may cost (default: {BUDGET:,})"
    parser.add_argument("--budget", type=int, default=BUDGET, metavar="TOKENS", help=budget)
    parser.add_argument("-k", type=at_least_one, default=COUNT, metavar="N", help=f"how many hits (default: {COUNT})")
    parser.add_argument(
        "-p", "--project", type=a_path, metavar="DIR", help="the project (default: that of this folder)"
    )
    parser.add_argument("--json", action="store_true", help="answer as JSON")


def run(arguments: argparse.Namespace) -> int:
    """Print the answer; 1 if nothing was found."""
    if arguments.budget < LEAST:
        raise UsageError(f"--budget {arguments.budget} is too little for an answer", f"give at least {LEAST}")
    text = " ".join(arguments.question).strip()
    if not text:
        raise UsageError("an empty question asks nothing", "give a few words")
    folder = absolute(arguments.project) if arguments.project else current_folder()
    layers = [name.strip() for name in arguments.layers.split(",") if name.strip()]
    told = ask(Question(text, folder, clock.now()), layers, arguments.budget, arguments.k)
    if arguments.json:
        print_json(told.record())
    else:
        _say(told)
    for name in layers:
        if name in told.silent:
            print(printable(f"note: {name} was not asked: {told.silent[name]}"), file=sys.stderr)
    return 0 if told.hits else 1


def _say(told: Told) -> None:
    for number, hit in enumerate(told.hits, 1):
        day = f"  {hit.date[:10]}" if hit.date else ""
        root = f" of {printable(hit.root)}" if hit.root else ""
        print(f"{number}. {bold(printable(hit.heading or hit.place))}  ({hit.layer}{root}{day})")
        print(printable(f"   {hit.place}  {hit.why}"))
        say_lines(f"   {line}" for line in hit.text.strip().split("\n"))
    if not told.hits:
        print("nothing found")
    if told.nowhere:
        print(printable(f"Nowhere: {', '.join(told.nowhere)}."))
