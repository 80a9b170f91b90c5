"""vaultkit shelf knowledge-update: replace what is kept under a name; tags, scopes, time and links stay."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any, Final

from graph.text import well_formed
from vaultkit.cli.shelf.opening import add_shelf_argument, embed_new, opened, say, text_of, warn
from vaultkit.clock import now
from vaultkit.errors import UsageError
from vaultkit.memory.shelf.entry import Content, parse_list, parse_scopes
from vaultkit.memory.shelf.vocabulary import new_spellings

EXAMPLE = 'hypatia knowledge-update session-4f2a -d "The login was moved to the new API."'
_READ: Final[dict[str, Callable[[str], Any]]] = {
    "data": text_of,
    "tags": parse_list,
    "scopes": parse_scopes,
    "synonyms": parse_list,
    "figures": parse_list,
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.add_argument("name", type=well_formed, metavar="NAME")
    parser.add_argument("-d", "--data", type=well_formed, metavar="TEXT", help="the new text; `-` reads stdin")
    parser.add_argument("-t", "--tags", type=well_formed, metavar="LIST", help="new tags instead of the old ones")
    parser.add_argument("--scopes", type=well_formed, metavar="LIST", help="new scopes instead of the old ones")
    parser.add_argument("--synonyms", type=well_formed, metavar="LIST", help="new synonyms instead of the old ones")
    parser.add_argument("-f", "--figures", type=well_formed, metavar="LIST", help="new figures instead of the old ones")
    add_shelf_argument(parser)


def run(arguments: argparse.Namespace) -> int:
    """Replace what was given."""
    given = {field: getattr(arguments, field) for field in _READ}
    changes = {field: _READ[field](value) for field, value in given.items() if value is not None}
    if not changes:
        raise UsageError("nothing is given to change", "give the new text with -d")
    with opened(arguments) as store:
        with store.changing():
            warnings = new_spellings(store, Content()._replace(**changes))
            entry = store.update_knowledge(arguments.name, changes, now())
        say([f"Updated knowledge: {entry.name}"])
        warn(warnings)
        embed_new(store, entry)
    return 0
