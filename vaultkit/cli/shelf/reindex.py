"""vaultkit shelf reindex: make the search index of a shelf anew."""

from __future__ import annotations

import argparse

from graph.text import counted
from vaultkit.cli.shelf.opening import add_shelf_argument, opened, say

EXAMPLE = "hypatia reindex"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    add_shelf_argument(parser)


def run(arguments: argparse.Namespace) -> int:
    """Make it anew."""
    with opened(arguments) as store:
        with store.changing():
            count = store.reindex()
        say([f"Indexed {counted(count, 'entry')}."])
    return 0
