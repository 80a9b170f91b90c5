"""vaultkit shelf remember: keep a rule, a taboo or a memory that a user asked for."""

from __future__ import annotations

import argparse

from graph.text import well_formed
from vaultkit.cli.shelf.opening import (
    add_json_argument,
    add_scope_argument,
    add_shelf_argument,
    embed_new,
    opened,
    say,
    scope_of,
    text_of,
    warn,
)
from vaultkit.cli.terminal import print_json
from vaultkit.clock import now
from vaultkit.memory.shelf.asking import alike
from vaultkit.memory.shelf.entry import GLOBAL, Content, record
from vaultkit.memory.shelf.memories import KINDS, Wish, remember
from vaultkit.memory.shelf.vocabulary import new_spellings
from vaultkit.memory.shelf.wording import may_repeat, stored

EXAMPLE = 'hypatia remember rule "Prefer immutable records." --name prefer-immutable-records'


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.add_argument("kind", choices=KINDS)
    parser.add_argument("text", type=well_formed, metavar="TEXT", help="what to remember; `-` reads stdin")
    parser.add_argument("--name", type=well_formed, default="", metavar="NAME", help="default: made of the text")
    parser.add_argument("--global", dest="everywhere", action="store_true", help="it holds in every project as well")
    parser.add_argument("--global-only", action="store_true", help="it holds everywhere and belongs to no project")
    for link in ("supersedes", "extends"):
        text = f"an entry that it {link}, by name; may be given again"
        parser.add_argument(f"--{link}", type=well_formed, action="append", default=[], metavar="ENTRY", help=text)
    add_scope_argument(parser)
    add_json_argument(parser)
    add_shelf_argument(parser)


def run(arguments: argparse.Namespace) -> int:
    """Keep it as `<kind>:<name>`."""
    scopes = [] if arguments.global_only else [scope_of(arguments)]
    scopes += [GLOBAL] if arguments.everywhere or arguments.global_only else []
    links = [(link, name) for link in ("supersedes", "extends") for name in getattr(arguments, link)]
    wish = Wish(text_of(arguments.text), arguments.kind, arguments.name, tuple(links))
    with opened(arguments) as store:
        warnings = new_spellings(store, Content(scopes=tuple(scopes)))
        entry = remember(store, wish, scopes, now())
        embed_new(store, entry)
        near = alike(store, entry)
    if arguments.json:
        print_json(record(entry))
    else:
        say([stored(entry)])
    warn([*warnings, *([may_repeat(entry.name, near)] if near else [])])
    return 0
