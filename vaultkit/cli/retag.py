"""vaultkit retag: rename a tag and those below it."""

from __future__ import annotations

import argparse
import sys

from graph.text import counted
from vaultkit.cli.progress import watching
from vaultkit.cli.terminal import print_json, printable
from vaultkit.cli.vault import (
    add_change_arguments,
    follow,
    left_code,
    opened_vault,
    say_diff,
    say_left,
    say_lines,
)
from vaultkit.contract.contract import read_contract
from vaultkit.writing.change import carry_out
from vaultkit.writing.retag import Retagging, plan_retag
from vaultkit.writing.retagging import breaks, read_retag

EXAMPLE = "vaultkit retag tool/sem-rush tool/semrush --dry-run"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.add_argument("old", metavar="OLD", help="the tag, with or without #; tags below it move along")
    parser.add_argument("new", metavar="NEW", help="what it is to be called")
    add_change_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    """Rename the tag, or print what would change; 1 if one had to be left as it is."""
    root, finished = opened_vault(arguments)
    what = f"retag {arguments.old!r} to {arguments.new!r}"
    if finished == what:
        if arguments.json:
            print_json({"finished": what})
        return 0
    with watching() as watcher:

        def plan() -> Retagging:
            return plan_retag(root, arguments.old, arguments.new, watcher)

        retagging = plan() if arguments.dry_run else carry_out(root.path, plan, what)
        if not arguments.dry_run:
            follow(root, watcher)
    faults = list(breaks(read_retag(arguments.old, arguments.new), read_contract(root.path)))
    if arguments.json:
        changed, left = [change.path for change in retagging.changes], [each._asdict() for each in retagging.left]
        print_json({"tags": retagging.tags, "changed": changed, "left": left, "breaks": faults})
        return left_code(retagging.left)
    if arguments.dry_run:
        say_diff(retagging.changes)
    else:
        tags, files = counted(retagging.tags, "tag"), counted(len(retagging.changes), "file")
        say_lines([f"{tags} renamed in {files}"])
    say_left(retagging.left)
    for fault in faults:
        print(printable(fault), file=sys.stderr)
    return left_code(retagging.left)
