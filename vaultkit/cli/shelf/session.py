"""vaultkit shelf session: keep the digest of a session, and link its messages to it."""

from __future__ import annotations

import argparse

from graph.text import well_formed
from vaultkit.cli.shelf.opening import add_scope_argument, add_shelf_argument, opened, say, scope_of, text_of
from vaultkit.clock import now
from vaultkit.memory.shelf.messages import write_session

EXAMPLE = 'hypatia session 4f2a "The retry queue was designed and tested."'


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.add_argument("session", type=well_formed, metavar="ID")
    parser.add_argument("text", type=well_formed, metavar="TEXT", help="the digest, which replaces an older one; `-`")
    add_scope_argument(parser)
    add_shelf_argument(parser)


def run(arguments: argparse.Namespace) -> int:
    """Keep it."""
    with opened(arguments) as store:
        entry = write_session(store, arguments.session, text_of(arguments.text), scope_of(arguments), now())
    say([f"[hypatia-memory] Recorded {entry.name}."])
    return 0
