"""A command that is a table of commands itself: `vaultkit mem remember`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


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
