"""vaultkit config: what is in force, and from where."""

from __future__ import annotations

import argparse
from pathlib import Path

from graph.codec import encode_json
from vaultkit.cli.terminal import print_json
from vaultkit.cli.vault import add_vault_argument, say_lines
from vaultkit.in_force import settings_in_force

EXAMPLE = "vaultkit config"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.add_argument("--json", action="store_true", help="answer as JSON")
    add_vault_argument(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print every setting with its value and who says so."""
    found = settings_in_force(arguments.vault, Path.cwd())
    if arguments.json:
        print_json({"settings": [each._asdict() for each in found]})
    else:
        wide = max(len(each.key) for each in found)
        say_lines(f"{each.key:<{wide}}  {encode_json(each.value).decode()}  ({each.source})" for each in found)
    return 0
