"""vaultkit rename: move a note, and every link to it."""

from __future__ import annotations

import argparse
import sys

from graph.text import counted
from vaultkit.cli.progress import watching
from vaultkit.cli.terminal import print_json, printable
from vaultkit.cli.vault import (
    add_change_arguments,
    follow,
    in_vault,
    left_code,
    opened_vault,
    placed_in_vault,
    say_diff,
    say_left,
    say_lines,
)
from vaultkit.writing.change import carry_out
from vaultkit.writing.rename import Renaming, plan_rename

EXAMPLE = 'vaultkit rename "notes/Old name" "New name" --dry-run'


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.add_argument(
        "old", metavar="OLD", help="the note: its path in the vault, or its name; folders are not moved"
    )
    parser.add_argument(
        "new",
        metavar="NEW",
        help="a name, in the same folder; or a path from the vault's root: folder/Name, folder/, /Name; or ./Name",
    )
    add_change_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    """Rename, or print what would change; 1 if a link had to be left as it is."""
    root, finished = opened_vault(arguments)
    old, new = in_vault(root, arguments.old), placed_in_vault(root, arguments.new)
    what = f"rename {arguments.old!r} to {arguments.new!r}"
    if finished == what:
        if arguments.json:
            print_json({"finished": what})
        return 0
    with watching() as watcher:

        def plan() -> Renaming:
            return plan_rename(root, old, new, watcher)

        renaming = plan() if arguments.dry_run else carry_out(root.path, plan, what)
        if not arguments.dry_run:
            follow(root, watcher)
    if arguments.json:
        print_json(_record(renaming))
        return left_code(renaming.left)
    if arguments.dry_run:
        say_diff(renaming.changes)
    else:
        others = len(renaming.changes) - 1
        notes = counted(others, "other file")
        links = counted(renaming.links, "link")
        say_lines([f"{renaming.old} -> {renaming.new} ({links} rewritten, {notes} changed)"])
    say_left(renaming.left)
    for path in renaming.namesakes:
        print(printable(f"{path} has the same name: a link to either needs the path"), file=sys.stderr)
    for path in renaming.filled:
        print(printable(f"{path}: a link that led nowhere leads to {renaming.new} now"), file=sys.stderr)
    return left_code(renaming.left)


def _record(renaming: Renaming) -> dict[str, object]:
    """The fields of the JSON answer, stable."""
    return {
        "old": renaming.old,
        "new": renaming.new,
        "links": renaming.links,
        "changed": [change.path for change in renaming.changes],
        "left": [problem._asdict() for problem in renaming.left],
        "filled": renaming.filled,
        "namesakes": renaming.namesakes,
    }
