"""vaultkit mem: memories of a project in git notes."""

from __future__ import annotations

from typing import Final

from vaultkit.cli.group import Group

GROUP: Final = Group(
    package="vaultkit.cli.mem",
    commands={
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
    },
    aliases={
        **{"r": "remember", "g": "get", "s": "search", "q": "recall", "u": "update", "e": "evolve", "f": "forget"},
        **{"ent": "entities", "br": "branches", "mb": "merge-branch"},
    },
    default="recall",
    usage="[-p DIR] [--init]",
    values=("-p", "--project"),
    example="""vaultkit mem -p . remember '{"decision": "Use React", "reason": "team expertise"}' -t frontend -i h""",
)
