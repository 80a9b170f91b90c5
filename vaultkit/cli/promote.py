"""vaultkit promote: which notes of one project belong to all, and make them so after a review."""

from __future__ import annotations

import argparse
from pathlib import Path

from vaultkit.cli.arguments import a_path
from vaultkit.cli.plan import plan_meant, write_plan
from vaultkit.cli.progress import watching
from vaultkit.cli.terminal import print_json
from vaultkit.cli.vault import add_dry_run_argument, add_vault_argument, follow, opened_vault, say_diff, say_lines
from vaultkit.config import Root
from vaultkit.errors import UsageError
from vaultkit.writing.change import carry_out
from vaultkit.writing.promote import LEAST, PLAN, candidates, plan_text, read_plan

EXAMPLE = "vaultkit promote --least 3"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    least = f"projects or clients that must refer to a note (default: {LEAST})"
    parser.add_argument("--least", "-n", type=int, default=LEAST, metavar="N", help=least)
    parser.add_argument(
        "--plan", type=a_path, metavar="FILE", help=f"the plan (default: graphify-out/{PLAN} in the vault)"
    )
    parser.add_argument(
        "--apply", action="store_true", help="change the scope of the notes ticked in the reviewed plan"
    )
    parser.add_argument("--json", action="store_true", help="answer as JSON")
    add_dry_run_argument(parser)
    add_vault_argument(parser)


def run(arguments: argparse.Namespace) -> int:
    """Write the plan and say what is in it, or apply it; 1 if a note of it could not be changed."""
    root, finished = opened_vault(arguments)
    plan = plan_meant(arguments, root, PLAN, writes=not (arguments.apply or arguments.dry_run))
    return _apply(arguments, root, finished, plan) if arguments.apply else _plan(arguments, root, plan)


def _plan(arguments: argparse.Namespace, root: Root, plan: Path) -> int:
    if arguments.least < 1:
        raise UsageError(f"--least {arguments.least} makes no sense", "give 1 or more")
    with watching() as watcher:
        found = candidates(root, arguments.least, watcher)
    text = plan_text(found, arguments.least)
    if not arguments.dry_run:
        write_plan(plan, text)
    if arguments.json:
        listed = [{**each._asdict(), "evidence": [one._asdict() for one in each.evidence]} for each in found]
        print_json({"candidates": listed, "plan": str(plan)})
    elif arguments.dry_run:
        say_lines(text.split("\n"))
    else:
        say_lines(f"{each.path}: {len(each.owners)} ({', '.join(each.owners)})" for each in found)
        say_lines([f"{plan}: review it, then run vaultkit promote --apply" if found else "nothing recurs often enough"])
    return 0


def _apply(arguments: argparse.Namespace, root: Root, finished: str, plan: Path) -> int:
    what = f"promote --apply {plan}"
    if finished == what:
        return 0
    if arguments.dry_run:
        promotion = read_plan(root, plan)
        say_diff(promotion.changes)
    else:
        promotion = carry_out(root.path, lambda: read_plan(root, plan), what)
        with watching() as watcher:
            follow(root, watcher)
    if arguments.json:
        promoted = [change.path for change in promotion.changes]
        print_json({"promoted": promoted, "skipped": promotion.skipped})
    elif not arguments.dry_run:
        say_lines(f"{change.path}: scope/global" for change in promotion.changes)
        say_lines(f"{path}: left, it has no scope/project" for path in promotion.skipped)
    return 1 if promotion.skipped else 0
