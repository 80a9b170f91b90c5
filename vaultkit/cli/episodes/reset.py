"""vaultkit episodes reset: remove the index; the files stay."""

from __future__ import annotations

import argparse

from vaultkit.cli.terminal import printable
from vaultkit.errors import UsageError
from vaultkit.memory.episodes.indexing import reset
from vaultkit.memory.episodes.tables import index_file

EXAMPLE = "vaultkit reset --yes"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.add_argument("--yes", action="store_true", help="do it: which folders were indexed is forgotten as well")


def run(arguments: argparse.Namespace) -> int:
    """Remove it. Raises UsageError without `--yes`."""
    if not arguments.yes:
        raise UsageError(f"this removes {index_file()}, no note and no transcript", "say --yes")
    print(printable(f"removed {index_file()}") if reset() else "there was none")
    return 0
