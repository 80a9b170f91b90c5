"""vaultkit consolidate: a plan of what recurs, what could become a note, which notes to merge."""

from __future__ import annotations

import argparse

from graph.text import counted
from vaultkit import clock
from vaultkit.cli.arguments import a_path
from vaultkit.cli.graph_file import at_least_one
from vaultkit.cli.plan import plan_meant, write_plan
from vaultkit.cli.progress import watching
from vaultkit.cli.terminal import print_json
from vaultkit.cli.vault import add_vault_argument, opened_vault, say_lines
from vaultkit.writing.consolidate import DAYS, LEAST, PLAN, consolidation, plan_text

EXAMPLE = "vaultkit consolidate --days 14"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    days = f"how many days of the journal (default: {DAYS})"
    parser.add_argument("--days", type=at_least_one, default=DAYS, metavar="N", help=days)
    least = f"on how many of them something must recur (default: {LEAST})"
    parser.add_argument("--least", "-n", type=at_least_one, default=LEAST, metavar="N", help=least)
    parser.add_argument(
        "--plan", type=a_path, metavar="FILE", help=f"where the plan goes (default: graphify-out/{PLAN} in the vault)"
    )
    parser.add_argument("--dry-run", action="store_true", help="print the plan and write no file")
    parser.add_argument("--json", action="store_true", help="answer as JSON")
    add_vault_argument(parser)


def run(arguments: argparse.Namespace) -> int:
    """Write the plan and say where it is. No note is changed, now or later: a plan has no `--apply`."""
    root, _ = opened_vault(arguments)
    plan = plan_meant(arguments, root, PLAN, writes=not arguments.dry_run)
    with watching() as watcher:
        found = consolidation(root, clock.now().date(), arguments.days, arguments.least, watcher)
    text = plan_text(found, arguments.least)
    if not arguments.dry_run:
        write_plan(plan, text)
    if arguments.json:
        listed = {
            "notes": [each._asdict() for each in found.notes],
            "missing": [each._asdict() for each in found.missing],
            "phrases": [
                {"phrase": each.phrase, "lines": [line._asdict() for line in each.lines]} for each in found.phrases
            ],
            "merges": [each._asdict() for each in found.merges],
        }
        print_json({**listed, "plan": "" if arguments.dry_run else str(plan)})
    elif arguments.dry_run:
        say_lines(text.split("\n"))
    else:
        pairs = counted(len(found.merges), "pair")
        say_lines([f"{plan}: {len(found.missing) + len(found.phrases)} could become notes, {pairs} to merge"])
    return 0
