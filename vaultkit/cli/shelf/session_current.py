"""vaultkit shelf session-current: the messages that no summary condenses yet, oldest first."""

from __future__ import annotations

import argparse

from vaultkit.cli.shelf.opening import (
    add_json_argument,
    add_scope_argument,
    add_shelf_argument,
    opened,
    say_entries,
    scope_of,
)
from vaultkit.memory.shelf.asking import Answer
from vaultkit.memory.shelf.cascade import Limits, level_of

EXAMPLE = "hypatia session-current --scope my-app"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    add_scope_argument(parser)
    add_json_argument(parser)
    add_shelf_argument(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print all of them as JSON."""
    with opened(arguments) as store:
        items = level_of(store, 1, scope_of(arguments), Limits(1)).items
        say_entries(Answer(list(items), more=False), as_json=arguments.json)
    return 0
