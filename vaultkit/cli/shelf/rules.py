"""vaultkit shelf rules: the rules and taboos that hold in a project and everywhere."""

from __future__ import annotations

import argparse

from vaultkit.cli.shelf.opening import (
    NOTHING,
    add_json_argument,
    add_scope_argument,
    add_shelf_argument,
    opened,
    say,
    scope_of,
    warn,
)
from vaultkit.cli.terminal import print_json
from vaultkit.memory.shelf.entry import record
from vaultkit.memory.shelf.memories import standing
from vaultkit.memory.shelf.vocabulary import other_spelling
from vaultkit.memory.shelf.wording import standing_lines

EXAMPLE = "hypatia rules --scope my-app"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    add_scope_argument(parser)
    add_json_argument(parser)
    add_shelf_argument(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print them, and say if the scope is spelt otherwise on this shelf."""
    scope = scope_of(arguments)
    with opened(arguments) as store:
        found = standing(store, scope)
        near = other_spelling(store, scope)
    if arguments.json:
        print_json({"rules": [record(each) for each in found.rules], "taboos": [record(each) for each in found.taboos]})
    else:
        say(standing_lines(found) or [NOTHING])
    warn([f"the scope {scope!r} is not in use here; {near!r} is: write that one"] if near else [])
    return 0
