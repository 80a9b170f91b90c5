"""What the commands that ask a graph have in common: which graph, and how the answer is printed."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from graph.text import well_formed
from vaultkit.cli.arguments import a_path
from vaultkit.cli.meant import say_elsewhere
from vaultkit.cli.terminal import print_json, printable
from vaultkit.config import OUT_NAME

if TYPE_CHECKING:
    from vaultkit.asking.questions import Asked

_MOST: Final = 1_000_000_000


def at_least_one(text: str) -> int:
    """A number for argparse, from 1 to 1,000,000,000. Raises ArgumentTypeError, whose words argparse prints."""
    return _at_least(1, text)


def at_least_zero(text: str) -> int:
    """A number for argparse, from 0 to 1,000,000,000. Raises ArgumentTypeError, whose words argparse prints."""
    return _at_least(0, text)


def _at_least(least: int, text: str) -> int:
    try:
        number = int(text)
    except ValueError as fault:
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number; give {least} to {_MOST:,}") from fault
    if not least <= number <= _MOST:
        raise argparse.ArgumentTypeError(f"{text} makes no sense; give {least} to {_MOST:,}")
    return number


def add_graph_argument(parser: argparse.ArgumentParser) -> None:
    """Add `--graph`."""
    parser.add_argument("--graph", type=a_path, metavar="FILE", help="the graph.json to ask (default: the nearest one)")


def graph_meant(named: Path | None) -> Path:
    """The folder of the graph named, else of the one that `find_out` knows. Raises VaultkitError."""
    from vaultkit.asking.questions import find_out  # memories are asked with the same numbers, and no graph

    out = find_out(named)
    if named is None and out.name == OUT_NAME:
        say_elsewhere(out.parent, "graph")
    return out


def add_answer_arguments(parser: argparse.ArgumentParser) -> None:
    """Add `--graph` and `--json`."""
    add_graph_argument(parser)
    parser.add_argument("--json", action="store_true", help="answer as JSON")


def add_tag_argument(parser: argparse.ArgumentParser) -> None:
    """Add `--tag`."""
    parser.add_argument(
        "--tag",
        type=well_formed,
        action="append",
        default=[],
        metavar="NS[/VALUE]",
        help="only nodes with this tag or one below it: tool, client/acme (may be given again: all must fit)",
    )


def say(as_json: bool, record: Callable[[], dict[str, Any]], text: Callable[[], str], asked: Asked[Any]) -> None:
    """Print an answer as JSON or as text, first what was taken for a name; on stderr what the graph does not know."""
    if asked.behind:
        print(printable(asked.behind), file=sys.stderr)
    if as_json:
        print_json({**record(), **_taken(asked)})
    else:
        lines = [*_taken_lines(asked), *text().splitlines()]
        sys.stdout.write("".join(printable(line) + "\n" for line in lines))


def _taken_lines(asked: Asked[Any]) -> list[str]:
    """What was taken for names that no node bears, a line each."""
    if not asked.taken:
        return []
    from graph.asking.wording import taken_line

    return [taken_line(*each) for each in asked.taken]


def _taken(asked: Asked[Any]) -> dict[str, Any]:
    """The same for JSON: the ids by the names."""
    return {"taken": {each.name: each.node.id for each in asked.taken}} if asked.taken else {}
