"""Runs a command, and one that is a table of commands itself: `vaultkit mem remember`."""

from __future__ import annotations

import argparse
import difflib
import importlib
from collections.abc import Sequence
from types import ModuleType
from typing import NamedTuple

from vaultkit.errors import UsageError


class Group(NamedTuple):
    """The commands of a group: modules of its package, as those in the tables of `main`."""

    package: str
    commands: dict[str, str]
    aliases: dict[str, str]
    default: str
    """The command that is meant when none is named."""
    usage: str
    """The options that may stand before the command."""
    values: tuple[str, ...]
    """Those of them that are followed by a value."""
    example: str

    def split(self, arguments: Sequence[str]) -> tuple[list[str], list[str]]:
        """(options before the command, the command and the rest)."""
        at = 0
        while at < len(arguments) and arguments[at].startswith("-") and arguments[at] not in ("-", "--"):
            at += 2 if arguments[at] in self.values else 1
        return list(arguments[:at]), list(arguments[at:])


def run_module(module: ModuleType, program: str, name: str, help_text: str, arguments: Sequence[str]) -> int:
    """Parse the arguments of a command and run it. The exit code. Raises SystemExit on wrong usage."""
    parser = argparse.ArgumentParser(
        prog=f"{program} {name}",
        description=help_text[0].upper() + help_text[1:] + ".",
        epilog=f"example:\n  {program} {module.EXAMPLE.partition(' ')[2]}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    module.add_arguments(parser)
    code: int = module.run(parser.parse_args(arguments))
    return code


def run_group(program: str, group_name: str, group: Group, arguments: Sequence[str]) -> int:
    """Run a command of a group. Options that stand before its name are options of the command."""
    options, rest = group.split(arguments)
    first = rest[0] if rest else ""
    name = group.aliases.get(first, first)
    if any(option in ("-h", "--help") for option in options) or name == "help":
        _print_group(f"{program} {group_name}", group)
        return 0
    if not name:
        name, rest = group.default, ["", *rest]
    if name not in group.commands:
        near = difflib.get_close_matches(name, group.commands, 1, 0.5)
        remedy = f"did you mean {near[0]!r}?" if near else f"`{program} {group_name} --help` lists them"
        raise UsageError(f"there is no command {name!r}", remedy)
    module = importlib.import_module(f"{group.package}.{name.replace('-', '_')}")
    return run_module(module, program, f"{group_name} {name}", group.commands[name], [*options, *rest[1:]])


def _print_group(program: str, group: Group) -> None:
    print(f"usage: {program} {group.usage} COMMAND ..   (`{program} COMMAND --help` tells more)\n")
    short = {name: alias for alias, name in group.aliases.items()}
    rows = {f"{name} ({short[name]})" if name in short else name: text for name, text in group.commands.items()}
    width = max(map(len, rows))
    for name, help_text in rows.items():
        print(f"  {name:<{width}}  {help_text}")
    print(f"\nexample:\n  {group.example}")
