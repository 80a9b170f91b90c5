"""vaultkit recall undo: take the last write back."""

from __future__ import annotations

import argparse

from vaultkit.cli.recall.asked import add_place_arguments, asked_by
from vaultkit.cli.terminal import printable
from vaultkit.memory.recall.branch import open_branch, undo

EXAMPLE = "vaultkit undo"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    add_place_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    """Move the branch back to the write before, and print what was undone."""
    asked = asked_by(arguments)
    print(printable(f"undone: {undo(open_branch(asked.folder, asked.settings))}"))
    return 0
