"""vaultkit shelf archive-list: the files that are kept."""

from __future__ import annotations

import argparse

from vaultkit.cli.shelf.opening import add_json_argument, add_shelf_argument, opened, say_entries
from vaultkit.memory.shelf.archives import archives
from vaultkit.memory.shelf.asking import Answer

EXAMPLE = "hypatia archive-list"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    add_json_argument(parser)
    add_shelf_argument(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print them as JSON."""
    with opened(arguments) as store:
        say_entries(Answer(list(archives(store)), more=False), as_json=arguments.json)
    return 0
