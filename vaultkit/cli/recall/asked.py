"""What the commands on the memory branch have in common: which project and settings, how they answer."""

from __future__ import annotations

import argparse
import sys

from vaultkit.cli.arguments import a_path, add_project_argument
from vaultkit.cli.given import say_json
from vaultkit.cli.terminal import printable
from vaultkit.clock import now
from vaultkit.config import settings_around
from vaultkit.memory.recall.answering import Asked
from vaultkit.memory.recall.contract import Answer
from vaultkit.memory.recall.settings import read_settings


def add_place_arguments(parser: argparse.ArgumentParser) -> None:
    """Add `-p` and `--config`."""
    add_project_argument(parser)
    parser.add_argument("--config", type=a_path, metavar="FILE", help="a config.json instead of that of the skill")


def asked_by(arguments: argparse.Namespace) -> Asked:
    """Who asks. Raises VaultkitError if the settings cannot be understood."""
    own = settings_around(arguments.project).get("recall", {})
    return Asked(arguments.project, read_settings(arguments.project, own, arguments.config), now())


def say_answer(answer: Answer) -> int:
    """Print an answer as JSON, and an error also in words on stderr. The exit code: 1 for an error, else 0."""
    say_json(answer.record())
    if answer.status == "error":
        print(printable(f"vaultkit recall: {answer.error_message}"), file=sys.stderr)
        return 1
    return 0
