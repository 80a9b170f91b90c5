"""What `scope` and `tag` have in common: they list labels and answer by exit code whether one is in use."""

from __future__ import annotations

import argparse

from graph.text import well_formed
from vaultkit.cli.shelf.opening import NOTHING, add_json_argument, add_shelf_argument, opened, say, warn
from vaultkit.cli.terminal import print_json
from vaultkit.errors import UsageError
from vaultkit.memory.shelf.store import Store
from vaultkit.memory.shelf.vocabulary import is_used, labels, near_spelling, shown


def add_label_arguments(parser: argparse.ArgumentParser, word: str) -> None:
    """Add `list` with `--count`, and `exists NAME`."""
    text = "`list` prints all, `exists` answers by its exit code"
    parser.add_argument("action", choices=("list", "exists"), help=text)
    parser.add_argument("name", nargs="?", type=well_formed, metavar="NAME", help=f"the {word} that may be in use")
    parser.add_argument("--count", action="store_true", help="how many entries have each")
    add_json_argument(parser)
    add_shelf_argument(parser)


def run_labels(arguments: argparse.Namespace, kind: str) -> int:
    """Do what was asked of the `scopes` or `tags` of a shelf."""
    if (arguments.action == "exists") != (arguments.name is not None):
        raise UsageError("`exists` needs a name, `list` none", f"write: vaultkit shelf {kind[:-1]} exists NAME")
    with opened(arguments) as store:
        if arguments.action == "exists":
            return _exists(store, kind, arguments.name)
        found = labels(store, kind)
    if arguments.json:
        word = kind[:-1]
        print_json([{word: value, "count": count} if arguments.count else value for value, count in found])
    elif not found:
        say([NOTHING])
    else:
        say(f"{entries:>6}  {shown(value)}" if arguments.count else shown(value) for value, entries in found)
    return 0


def _exists(store: Store, kind: str, name: str) -> int:
    if is_used(store, kind, name):
        return 0
    near = near_spelling(name, [label.value for label in labels(store, kind)])
    warn([f"the {kind[:-1]} {name!r} is not in use; {near!r} is"] if near else [])
    return 1
