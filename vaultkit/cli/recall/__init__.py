"""vaultkit recall: memories of a project on a branch; one module for each command, as in `vaultkit.cli`."""

from __future__ import annotations

from typing import Final

EXAMPLE: Final = '-p . store auth-decision "We chose JWT with RS256 signing." --tags auth,decision'

COMMANDS: Final = {
    "store": "keep a text under a key",
    "retrieve": "the texts kept under a key",
    "search": "the memories in which a text stands",
    "list": "all memories, a line each",
    "forget": "remove what is kept under a key",
    "status": "how many memories there are, and where",
    "route": "ask one memory after another until an answer is good enough",
    "log": "what was kept when, for people",
    "undo": "take the last write back",
}
"""Modules of this package, `-` written as `_`."""

DEFAULT: Final = "status"
"""The command that is meant when none is named."""
OPTIONS: Final = {"-p": True, "--project": True, "--config": True}
"""What may stand before a command, and whether a value follows."""
