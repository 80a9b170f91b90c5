"""What the commands on git notes have in common: which project, what is given, how they answer."""

from __future__ import annotations

import argparse
import sys

from vaultkit.cli.arguments import add_project_argument
from vaultkit.cli.terminal import printable
from vaultkit.memory.mem.entry import IMPORTANCE
from vaultkit.memory.mem.store import Place, find_place


def add_place_arguments(parser: argparse.ArgumentParser) -> None:
    """Add `-p` and `--init`."""
    add_project_argument(parser)
    parser.add_argument("--init", action="store_true", help="make the repository or its first commit if there is none")


def add_importance_argument(parser: argparse.ArgumentParser) -> None:
    """Add `-i c|h|n|l`; the whole words will do."""
    letters = {word: letter for letter, word in IMPORTANCE.items()}
    parser.add_argument(
        "-i",
        "--importance",
        type=lambda written: letters.get(written, written),
        choices=tuple(IMPORTANCE),
        metavar="c|h|n|l",
        help="critical, high, normal or low, by letter or word",
    )


def place_of(arguments: argparse.Namespace) -> Place:
    """Where the memories of the project lie. Raises VaultkitError."""
    return find_place(arguments.project, init=arguments.init)


def say_done(key: str, wanted: str) -> int:
    """Print whether the memory was there, and return the exit code."""
    print("ok" if key else "not found")
    return 0 if key else missing(wanted)


def missing(wanted: str) -> int:
    """Say on stderr that there is no such memory: exit code 1."""
    print(
        printable(f"vaultkit mem: there is no memory {wanted!r}; `recall --last 10` shows the last ones"),
        file=sys.stderr,
    )
    return 1
