"""vaultkit init: set a vault up."""

from __future__ import annotations

import argparse
from pathlib import Path

from vaultkit.cli.arguments import a_path
from vaultkit.cli.terminal import print_json
from vaultkit.cli.vault import say_lines, settle
from vaultkit.writing.init import Offers, init

EXAMPLE = "vaultkit init ~/MyVault --obsidian"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.add_argument("path", nargs="?", type=a_path, help="the vault, made if it is missing (default: this folder)")
    parser.add_argument("--obsidian", action="store_true", help="add the graphs to Obsidian's excluded files")
    parser.add_argument(
        "--union-merge", action="store_true", help="let git unite what two machines add to one journal note"
    )
    parser.add_argument("--json", action="store_true", help="answer as JSON")


def run(arguments: argparse.Namespace) -> int:
    """Set up what is missing, and say what was done and what is offered."""
    folder = (arguments.path or Path.cwd()).expanduser()
    settle(folder)
    steps = init(folder, Offers(arguments.obsidian, arguments.union_merge))
    if arguments.json:
        print_json({"root": str(folder.resolve()), "steps": [step._asdict() for step in steps]})
    else:
        say_lines(f"{step.state:<9} {step.file}: {step.words}" for step in steps)
    return 0
