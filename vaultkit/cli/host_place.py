"""What `install` and `uninstall` have in common: which settings are meant, and what was done to them."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from graph.text import counted
from vaultkit.cli.vault import add_dry_run_argument, say_diff, say_lines
from vaultkit.config import current_folder
from vaultkit.errors import UsageError
from vaultkit.hosts.host import Scope
from vaultkit.hosts.installing import Place, Plan, Step, project_of
from vaultkit.hosts.registry import HOSTS


def add_place_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the host, `--user`, `--project`, `--dry-run` and `--json`."""
    parser.add_argument("host", choices=HOSTS, metavar="HOST", help=f"the coding agent, or git: {', '.join(HOSTS)}")
    scope = parser.add_mutually_exclusive_group()
    scope.add_argument("--user", action="store_true", help="in your own settings, for all projects (the default)")
    scope.add_argument("--project", action="store_true", help="in the settings of the project around this folder")
    parser.add_argument("--json", action="store_true", help="answer as JSON")
    add_dry_run_argument(parser)
    whole = "with --dry-run: show whole what would be new or removed, not by name and size"
    parser.add_argument("--verbose", action="store_true", help=whole)


def place_of(arguments: argparse.Namespace) -> Place:
    """The settings that are meant."""
    host = HOSTS[arguments.host]
    scope: Scope = "project" if arguments.project else "user" if arguments.user else host.scopes[0]
    if scope not in host.scopes:
        raise UsageError(f"{host.title} has hooks in a work tree alone", "leave out --user")
    place = Place(host, scope, project_of(current_folder()))
    if scope == "project" and place.is_users:
        what = f"{place.settings} is where your own settings are, for all projects: {place.project} is no project"
        raise UsageError(what, "leave out --project, or work in a project")
    return place


def say_plan(place: Place, plan: Plan, arguments: argparse.Namespace, done: str) -> None:
    """Print the files of a plan, or with `--dry-run` what would change in them."""
    if arguments.dry_run:
        _say_dry(plan.steps, arguments.verbose)
        return
    verbs = {(False, True): "removed", (True, False): "wrote", (False, False): "changed"}
    say_lines(f"{verbs[step.old is None, step.new is None]:<8} {step.file}" for step in plan.steps)
    say_lines([done if plan.steps else f"nothing to do: {place.settings} is as it should be"])


def _say_dry(steps: Sequence[Step], whole: bool) -> None:
    """Print what would be new or removed by name and size, what would change as a diff."""
    named = [] if whole else [step for step in steps if step.old is None or step.new is None]
    for step in named:
        word, data = ("new", step.new) if step.old is None else ("removed", step.old)
        say_lines([f"{word:<8} {step.file} ({counted(len(data or b''), 'byte')})"])
    if named:
        say_lines(["--verbose shows them whole"])
    say_diff([step.change for step in steps if step not in named])
