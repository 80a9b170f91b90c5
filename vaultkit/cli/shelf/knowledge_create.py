"""vaultkit shelf knowledge-create: keep something under a name."""

from __future__ import annotations

import argparse

from graph.text import well_formed
from vaultkit.cli.shelf.opening import (
    add_content_arguments,
    add_shelf_argument,
    content_of,
    embed_new,
    opened,
    say,
    warn,
)
from vaultkit.clock import now
from vaultkit.memory.shelf.vocabulary import new_spellings

EXAMPLE = 'hypatia knowledge-create api-errors -d "Errors are values." --tags memory,rule --scopes my-app'


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.add_argument("name", type=well_formed, metavar="NAME")
    parser.add_argument("-t", "--tags", type=well_formed, default="", metavar="LIST", help="what it is, `a,b`")
    figures = "names of archived files that belong to it, `a,b`"
    parser.add_argument("-f", "--figures", type=well_formed, default="", metavar="LIST", help=figures)
    add_content_arguments(parser)
    add_shelf_argument(parser)


def run(arguments: argparse.Namespace) -> int:
    """Keep it; the name must be free."""
    content = content_of(arguments)
    with opened(arguments) as store:
        with store.changing():
            warnings = new_spellings(store, content)
            entry = store.create_knowledge(arguments.name, content, now(), embed=not arguments.no_embed)
        say([f"Created knowledge: {entry.name}"])
        warn(warnings)
        if not arguments.no_embed:
            embed_new(store, entry)
    return 0
