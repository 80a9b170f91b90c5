"""Plans that a command writes for somebody to review."""

from __future__ import annotations

import argparse
from pathlib import Path

from vaultkit.config import Root
from vaultkit.disk.files import Staging, check_writable, make_folder


def plan_meant(arguments: argparse.Namespace, root: Root, usual: str, *, writes: bool) -> Path:
    """Where the plan goes that `--plan` names, else the usual one beside the graph.

    Raises VaultkitError, before anything is worked out, if the command writes it and cannot.
    """
    plan: Path = arguments.plan.expanduser().absolute() if arguments.plan else root.out / usual
    if writes:
        check_writable(plan.parent, "name another place with --plan FILE, or print the plan: --dry-run")
    return plan


def write_plan(plan: Path, text: str) -> None:
    """Write a plan, whole or not at all. Raises VaultkitError."""
    make_folder(plan.parent)
    with Staging(plan.parent) as staging:
        staging.write(plan.name, [text.encode("utf-8", "replace")])
        staging.publish()
