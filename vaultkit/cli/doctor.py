"""vaultkit doctor: whether everything works together."""

from __future__ import annotations

import argparse

from vaultkit.cli.terminal import painted, print_json, printable
from vaultkit.cli.vault import add_vault_argument
from vaultkit.config import current_folder
from vaultkit.doctor.diagnosis import Diagnosis, Patient
from vaultkit.doctor.examination import examine

EXAMPLE = "vaultkit doctor"
_COLOURS = {"ok": "dim", "warning": "yellow", "problem": "red"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.add_argument("--json", action="store_true", help="answer as JSON")
    add_vault_argument(parser)
    parser.epilog = f"{parser.epilog}\n\nexit codes: 0 no problem, 1 at least one"


def run(arguments: argparse.Namespace) -> int:
    """Print what was found; 1 if something does not work."""
    found = examine(Patient(current_folder(), arguments.vault))
    broken = any(each.state == "problem" for each in found)
    if arguments.json:
        print_json({"ok": not broken, "checks": [each._asdict() for each in found]})
    else:
        wide = max(len(each.about) for each in found)
        print("\n".join(_line(each, wide) for each in found))
    return 1 if broken else 0


def _line(each: Diagnosis, wide: int) -> str:
    words = f"{each.says}; {each.remedy}" if each.remedy else each.says
    return f"{painted(f'{each.state:<7}', _COLOURS[each.state])}  {printable(each.about):<{wide}}  {printable(words)}"
