"""What a hook imports: the standard library and yaml; for a file of no root next to nothing."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from tests.hooks.world import HOOK, NOTE, World

OURS = {
    "vaultkit",
    "graph",
    "extractors",
    "templates",
    "yaml",
    "_yaml",
    "sitecustomize",
    "_distutils_hack",
    "platformdirs",
}
EVENTS = {
    "outside": {"hook_event_name": "PostToolUse", "tool_name": "Write", "tool_input": {"file_path": "project/x.md"}},
    "before": {
        "hook_event_name": "PreToolUse",
        "tool_name": "Write",
        "tool_input": {"file_path": "vault/journal/2026-11-30.md"},
    },
    "note": {"hook_event_name": "PostToolUse", "tool_name": "Write", "tool_input": {"file_path": "vault/Alpha.md"}},
    "start": {"hook_event_name": "SessionStart", "cwd": "mapped"},
    "end": {"hook_event_name": "SessionEnd"},
}


def imported(world: World, event: object) -> set[str]:
    command = [HOOK[0], "-X", "importtime", *HOOK[1:]]
    environment = world.environment | {"VAULTKIT_VAULT": str(world.vault)}
    with world.busy("vault", "mapped"):
        done = subprocess.run(
            command,
            input=json.dumps(event).encode(),
            env=environment,
            cwd=world.folder,
            capture_output=True,
            check=True,
        )
    return {line.rpartition("|")[2].strip() for line in done.stderr.decode().splitlines()[1:]}


@pytest.mark.parametrize("event", EVENTS)
def test_the_standard_library_and_yaml(world: World, event: str) -> None:
    world.write({"vault/notes/Bad.md": "nothing", "vault/Note.md": NOTE.format("Note")})
    world.say({"hook_event_name": "SessionStart"}, env={"VAULTKIT_VAULT": str(world.vault)})
    world.settle("vault")
    world.end()
    names = {name.partition(".")[0] for name in imported(world, EVENTS[event])}
    assert names - sys.stdlib_module_names - OURS == set()
    assert not names & {"dataclasses", "argparse", "logging", "tempfile", "subprocess"}


def test_a_file_of_no_root_costs_little(world: World) -> None:
    names = imported(world, EVENTS["outside"])
    assert not names & {"pathlib", "tomllib", "yaml", "sqlite3", "hashlib", "logging", "threading", "vaultkit.config"}
