"""vaultkit mem: memories of a project in git notes; one module for each command, as in `vaultkit.cli`."""

from __future__ import annotations

from typing import Final

EXAMPLE: Final = """-p . remember '{"decision": "Use React", "reason": "team expertise"}' -t frontend -i h"""

COMMANDS: Final = {
    "sync": "begin a session with an overview, or end it with a summary",
    "remember": "keep a memory",
    "get": "the memories of a topic",
    "search": "the memories in which words stand",
    "recall": "one memory in full, those with a tag, the last ones, or all at a glance",
    "update": "change a memory",
    "evolve": "add a note on how a memory has changed",
    "forget": "delete a memory",
    "entities": "what the memories speak of, with counts",
    "entity": "one of these, and its memories",
    "branches": "the branches that have memories",
    "merge-branch": "add the memories of another branch, after `git merge`",
    "show": "the memories as a table, for people",
    "log": "what was remembered when, for people",
    "undo": "take the last write back",
    "export": "the memories as JSON lines",
    "import": "add memories from JSON lines",
}
"""Modules of this package, `-` written as `_`."""

ALIASES: Final = {
    **{"r": "remember", "g": "get", "s": "search", "q": "recall", "u": "update", "e": "evolve", "f": "forget"},
    **{"ent": "entities", "br": "branches", "mb": "merge-branch"},
}
DEFAULT: Final = "recall"
"""The command that is meant when none is named."""
OPTIONS: Final = {"-p": True, "--project": True, "--init": False}
"""What may stand before a command, and whether a value follows."""
