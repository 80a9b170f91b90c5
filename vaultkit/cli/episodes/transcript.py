"""vaultkit episodes transcript: the turns of a conversation around a passage."""

from __future__ import annotations

import argparse

from vaultkit.cli.graph_file import at_least_one
from vaultkit.cli.terminal import bold, print_json, printable
from vaultkit.cli.vault import say_lines
from vaultkit.memory.episodes.around import TURNS, Talk, talk_around
from vaultkit.memory.episodes.tables import reading

EXAMPLE = "vaultkit transcript 3f9a1c0b77d2e451 -c 2"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.add_argument("what", metavar="ID|FILE", help="a passage as search shows it, or a transcript")
    parser.add_argument(
        "-t", "--turn", default="", metavar="TURN", help="the turn: what the client calls it, or L<line>"
    )
    parser.add_argument(
        "-c",
        "--count",
        type=at_least_one,
        default=TURNS,
        metavar="N",
        help=f"turns before and after (default: {TURNS})",
    )
    parser.add_argument("--json", action="store_true", help="answer as JSON")


def run(arguments: argparse.Namespace) -> int:
    """Print the turns as they stand in the transcript now, without secrets."""
    with reading() as index:
        found = talk_around(index, arguments.what, arguments.turn, arguments.count)
    say_talk(found, as_json=arguments.json)
    return 0


def say_talk(talk: Talk, *, as_json: bool) -> None:
    """Print turns; the one that was asked for is marked."""
    if as_json:
        turns = [
            {"turn": each.anchor, "line": each.line, "speaker": each.speaker, "date": each.at, "text": each.text}
            for each in talk.turns
        ]
        print_json({"path": talk.source, "title": talk.title, "turns": turns, "meant": talk.meant})
        return
    say_lines([f"{talk.source}  {talk.title}"])
    for place, turn in enumerate(talk.turns):
        mark = "  <<" if place == talk.meant else ""
        print(f"\n{bold(printable(turn.speaker))}  {printable(turn.at[:16].replace('T', ' '))}  L{turn.line}{mark}")
        say_lines(f"  {line}" for line in turn.text.split("\n"))
