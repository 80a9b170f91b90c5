"""vaultkit shelf statement-delete: take a statement back."""

from __future__ import annotations

import argparse

from graph.text import well_formed
from vaultkit.cli.shelf.opening import add_shelf_argument, opened, say
from vaultkit.errors import VaultkitError
from vaultkit.memory.shelf.entry import triple

EXAMPLE = "hypatia statement-delete wu-2026-05-10-sort-function is_a work-unit"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    for name in ("subject", "predicate", "object"):
        parser.add_argument(name, type=well_formed, metavar=name.upper())
    add_shelf_argument(parser)


def run(arguments: argparse.Namespace) -> int:
    """Take it back. Raises VaultkitError if it is not there."""
    key = triple(arguments.subject, arguments.predicate, arguments.object)
    with opened(arguments) as store, store.changing():
        if not store.delete("statement", key):
            raise VaultkitError(f"there is no statement {key}", "see: vaultkit shelf query '[\"$statement\", ..]'")
    say([f"Deleted statement: {key}"])
    return 0
