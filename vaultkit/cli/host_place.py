"""What `install` and `uninstall` have in common: which settings are meant, and what was done to them."""

from __future__ import annotations

import argparse

from vaultkit.cli.vault import add_dry_run_argument, say_diff, say_lines
from vaultkit.config import current_folder
from vaultkit.errors import UsageError
from vaultkit.hosts.host import Scope
from vaultkit.hosts.installing import Place, Plan, project_of
from vaultkit.hosts.registry import HOSTS


def add_place_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the host, `--user`, `--project`, `--dry-run` and `--json`."""
    parser.add_argument("host", choices=HOSTS, metavar="HOST", help=f"the coding agent, or git: {', '.join(HOSTS)}")
    scope = parser.add_mutually_exclusive_group()
    scope.add_argument("--user", action="store_true", help="in your own settings, for all projects (the default)")
    scope.add_argument("--project", action="store_true", help="in the settings of the project around this folder")
    parser.add_argument("--json", action="store_true", help="answer as JSON")
    add_dry_run_argument(parser)


def place_of(arguments: argparse.Namespace) -> Place:
    """The settings that are meant."""
    host = HOSTS[arguments.host]
    scope: Scope = "project" if arguments.project else "user" if arguments.user else host.scopes[0]
    if scope not in host.scopes:
        raise UsageError(f"{host.title} has hooks in a work tree alone", "leave out --user")
    return Place(host, scope, project_of(current_folder()))


def say_plan(place: Place, plan: Plan, dry_run: bool, done: str) -> None:
    """Print the files of a plan, or with `--dry-run` what would change in them."""
    if dry_run:
        say_diff([step.change for step in plan.steps])
        return
    verbs = {(False, True): "removed", (True, False): "wrote", (False, False): "changed"}
    say_lines(f"{verbs[step.old is None, step.new is None]:<8} {step.file}" for step in plan.steps)
    say_lines([done if plan.steps else f"nothing to do: {place.settings} is as it should be"])
