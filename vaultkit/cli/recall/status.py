"""vaultkit recall status: how many memories there are, and where."""

from __future__ import annotations

import argparse

from vaultkit.cli.recall.asked import add_place_arguments, asked_by, say_answer
from vaultkit.memory.recall.answering import status

EXAMPLE = "vaultkit status"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    add_place_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print it; 1 if there is no memory branch."""
    return say_answer(status(asked_by(arguments)))
