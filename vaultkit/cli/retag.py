"""vaultkit retag: rename a tag and those below it."""

from __future__ import annotations

import argparse

from vaultkit.cli.progress import watching
from vaultkit.cli.vault import add_dry_run_argument, add_vault_argument, say_diff, say_left, say_lines, vault_of
from vaultkit.writing.change import write_all
from vaultkit.writing.retag import plan_retag

EXAMPLE = "vaultkit retag tool/sem-rush tool/semrush --dry-run"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.add_argument("old", metavar="OLD", help="the tag, with or without #; tags below it move along")
    parser.add_argument("new", metavar="NEW", help="what it is to be called")
    add_dry_run_argument(parser)
    add_vault_argument(parser)


def run(arguments: argparse.Namespace) -> int:
    """Rename the tag, or print what would change; 1 if one had to be left as it is."""
    root = vault_of(arguments)
    with watching() as watcher:
        retagging = plan_retag(root, arguments.old, arguments.new, watcher)
    if arguments.dry_run:
        say_diff(retagging.changes)
    else:
        write_all(root.path, retagging.changes)
        say_lines([f"{retagging.tags} tags renamed in {len(retagging.changes)} files"])
    say_left(retagging.left)
    return 1 if retagging.left else 0
