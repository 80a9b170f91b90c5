"""vaultkit shelf forget: remove entries with every statement about them."""

from __future__ import annotations

import argparse

from graph.text import well_formed
from vaultkit.cli.shelf.opening import add_json_argument, add_shelf_argument, opened, say
from vaultkit.cli.terminal import print_json
from vaultkit.errors import VaultkitError
from vaultkit.memory.shelf.archives import sweep
from vaultkit.memory.shelf.asking import search
from vaultkit.memory.shelf.memories import forget, planned, to_erase
from vaultkit.memory.shelf.store import Store
from vaultkit.memory.shelf.wording import removed

EXAMPLE = "hypatia forget rule:prefer-immutable-records --dry-run"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.add_argument("names", nargs="+", type=well_formed, metavar="NAME", help="entries, by their whole names")
    erase = "also the messages that they were learnt from, and every summary, digest and work unit of those"
    parser.add_argument("--erase", action="store_true", help=erase)
    parser.add_argument("--dry-run", action="store_true", help="say what would go and remove nothing")
    add_json_argument(parser)
    add_shelf_argument(parser)


def run(arguments: argparse.Namespace) -> int:
    """Remove all of them, or none if one is unknown."""
    with opened(arguments) as store:
        for name in arguments.names:
            _check(store, name)
        names = to_erase(store, arguments.names) if arguments.erase else list(dict.fromkeys(arguments.names))
        done = planned(store, names) if arguments.dry_run else forget(store, names)
        if not arguments.dry_run:
            sweep(store)
    if arguments.json:
        print_json({"entries": list(done.entries), "relationships": done.relationships, "dry_run": arguments.dry_run})
    else:
        say([removed(done, dry_run=arguments.dry_run), *(f"  {name}" for name in done.entries)])
    return 0


def _check(store: Store, name: str) -> None:
    if store.number("knowledge", name) is None:
        near = [entry.key for entry in search(store, name, ["knowledge"], 10).entries]
        remedy = f"did you mean one of: {', '.join(near)}" if near else "see: vaultkit shelf search"
        raise VaultkitError(f"there is no knowledge named {name!r}", remedy)
