"""vaultkit facets: what the notes of a vault are tagged with."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from vaultkit.asking.router import Facets, facets
from vaultkit.cli.progress import watching
from vaultkit.cli.terminal import print_json
from vaultkit.cli.vault import add_vault_argument, say_lines, vault_of
from vaultkit.contract.contract import read_contract

EXAMPLE = "vaultkit facets"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.add_argument("--json", action="store_true", help="answer as JSON")
    add_vault_argument(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print the values of each namespace with how many notes have them, and those that look alike."""
    root = vault_of(arguments)
    with watching() as watcher:
        found = facets(root, read_contract(root.path).namespaces, watcher)
    if arguments.json:
        values = {namespace: {each.name: each.notes for each in values} for namespace, values in found.values.items()}
        print_json({"facets": values, "near_duplicates": found.near})
    else:
        say_lines(_lines(found))
    return 0


def _lines(found: Facets) -> Iterator[str]:
    for namespace, values in found.values.items():
        yield f"{namespace}/ ({len(values)})"
        yield from (f"{value.notes:>6}  {namespace}/{value.name}" for value in values)
    for one, other in found.near:
        yield f"alike: {one}, {other} (one spelling: vaultkit retag {other} {one})"
