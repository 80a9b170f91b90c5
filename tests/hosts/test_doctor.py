"""What `vaultkit doctor` says of a machine on which one thing is not as it should be."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.hosts.conftest import Call
from tests.program import update
from vaultkit import clock
from vaultkit.disk.lock import lock
from vaultkit.disk.logbook import hook_log, log
from vaultkit.disk.root_state import root_state
from vaultkit.hosts.claude import silenced_by
from vaultkit.memory.episodes.tables import index_file
from vaultkit.memory.shelf.messages import log as log_turn
from vaultkit.memory.shelf.places import connect
from vaultkit.memory.shelf.store import open_store

NOTE = "---\nsummary: A note.\ntags: [type/how-to, domain/x, scope/global]\n---\n"


@pytest.fixture
def well(home: Path, call: Call) -> Path:
    """A machine on which all is well."""
    (home / "vault" / "A.md").write_text(NOTE)
    update(home / "vault")
    os.symlink("/usr/bin/git", home / "bin" / "git")
    assert call("install", "claude", "--vault", str(home / "vault"))[0] == 0
    return home


def diagnoses(call: Call) -> tuple[int, dict[str, str]]:
    """The exit code, and what is no longer well: about to `state: words; remedy`."""
    code, out, _ = call("doctor", "--json")
    answer = json.loads(out)
    assert answer["ok"] is (code == 0)
    bad = [each for each in answer["checks"] if each["state"] != "ok"]
    assert all(each["remedy"] for each in bad), "what to do is always said"
    return code, {each["about"]: f"{each['state']}: {each['says']}; {each['remedy']}" for each in bad}


def test_all_is_well(well: Path, call: Call) -> None:
    assert diagnoses(call) == (0, {})
    code, out, _ = call("doctor")
    about = [re.split(" {2,}", line)[1] for line in out.splitlines()]
    assert code == 0
    assert about == [
        "vault",
        "graph",
        "worker",
        "model",
        "shelf",
        "episodes",
        "hook log",
        "claude hooks",
        "claude MCP server",
        "vaultkit-hook",
        "graphify",
        "git",
    ]
    assert f"{well / 'vault'}, named by {well / 'config' / 'vaultkit' / 'config.toml'}" in out
    assert "up to date; built 20" in out and "from nothing 20" in out and "idle" in out and "git version" in out


def edit_settings(home: Path, name: str, change: Callable[[dict[str, Any]], object]) -> None:
    file = home / name
    file.parent.mkdir(parents=True, exist_ok=True)
    settings = json.loads(file.read_text()) if file.exists() else {}
    change(settings)
    file.write_text(json.dumps(settings))


USER, PROJECT = ".claude/settings.json", "project/.claude/settings.json"


def _other_program(home: Path, name: str, version: str) -> None:
    other = home / "other" / "bin"
    other.mkdir(parents=True, exist_ok=True)
    for each, text in ((name, "exit 0"), ("vaultkit", f"echo {version}")):
        (other / each).write_text(f"#!/bin/sh\n{text}\n")
        (other / each).chmod(0o755)
    os.environ["PATH"] = f"{other}:{os.environ['PATH']}"


def _enable_plugin(home: Path, version: str) -> None:
    edit_settings(home, USER, lambda settings: settings.update({"enabledPlugins": {"vaultkit@vaultkit": True}}))
    copies = {"plugins": {"vaultkit@vaultkit": [{"scope": "user", "version": version}]}}
    edit_settings(home, ".claude/plugins/installed_plugins.json", lambda settings: settings.update(copies))


def _shelf(home: Path) -> Path:
    file = home / "state" / "shelves" / "default" / "shelf.sqlite"
    with open_store(file.parent) as store:
        log_turn(store, "s", "user", "hello", "project", clock.now())
    return next(each for each in file.parent.iterdir() if each.suffix == ".sqlite")


def _broken_shelf(home: Path) -> None:
    file = _shelf(home)
    for each in file.parent.iterdir():
        each.unlink()
    file.write_bytes(b"no database at all, but long enough to look like one" * 100)


def _lost_shelf(home: Path) -> None:
    connect(home / "other", "work", new=True)
    for each in (home / "other").iterdir():
        each.unlink()


def _broken_episodes(home: Path) -> None:
    index_file().parent.mkdir(parents=True, exist_ok=True)
    index_file().write_bytes(b"no database" * 1000)


def _older_hooks(home: Path) -> None:
    edit_settings(home, USER, lambda settings: settings["hooks"].pop("PreCompact"))


CASES: dict[str, tuple[Callable[[Path], object], dict[str, str]]] = {
    "no vault": (
        lambda home: (home / "config" / "vaultkit" / "config.toml").unlink(),
        {"vault": "warning: there is none; a project works without one; name yours"},
    ),
    "no vault and no project": (
        lambda home: ((home / "project" / ".git").rmdir(), (home / "config" / "vaultkit" / "config.toml").unlink()),
        {"vault": "problem: there is none; name yours"},
    ),
    "the vault is gone": (
        lambda home: (home / "vault").rename(home / "moved"),
        {"vault": "problem: there is no folder"},
    ),
    "the configuration is broken": (
        lambda home: (home / "config" / "vaultkit" / "config.toml").write_text("[valt]\n"),
        {"vault": "problem: ", "did you mean": ""},
    ),
    "no graph": (
        lambda home: (home / "vault" / "graphify-out").rename(home / "aside"),
        {"graph": "warning: there is none yet; vaultkit graph build"},
    ),
    "notes were added": (
        lambda home: [(home / "vault" / f"{name}.md").write_text(NOTE) for name in "BC"],
        {"graph": "warning: behind: 2 new"},
    ),
    "an update waits for nobody": (
        lambda home: root_state(home / "vault").mark(),
        {"worker": "warning: none runs, and an update is waiting (dirty)"},
    ),
    "the last update failed": (
        lambda home: (root_state(home / "vault").mark(), root_state(home / "vault").take(),
                      root_state(home / "vault").finish(), root_state(home / "vault").error.write_text("disk full\n")),
        {"worker": "problem: the last update failed 20"},
    ),
    "a hook met a bug": (
        lambda home: log(hook_log(), "Traceback (most recent call last):\n  File x\nKeyError: 'y'"),
        {"hook log": "warning: last error 20"},
    ),
    "not installed": (
        lambda home: (home / USER).unlink(),
        {"hooks": "warning: no agent calls vaultkit; vaultkit install claude (or codex, gemini, cursor, opencode)"},
    ),
    "the program has moved": (
        lambda home: (home / "bin" / "vaultkit-hook").rename(home / "bin" / "moved"),
        {"claude hooks": "which cannot be run"},
    ),
    "hooks of another version": (
        _older_hooks,
        {"claude hooks": "are not those of version 0.1.0; vaultkit install claude"},
    ),
    "broken settings": (
        lambda home: (home / USER).write_text("{} // mine"),
        {"claude hooks": f"{USER}:1:4 is no JSON (JSON has no comments)"},
    ),
    "switched off": (
        lambda home: edit_settings(home, PROJECT, lambda settings: settings.update({"disableAllHooks": True})),
        {"claude hooks": "problem: Claude Code does not call them: disableAllHooks in "},
    ),
    "the plugin too": (
        lambda home: _enable_plugin(home, "0.1.0"),
        {"claude hooks": "warning: every hook runs more than once"},
    ),
    "another program of our name": (
        lambda home: _other_program(home, "vaultkit-hook", "0.0.9"),
        {"vaultkit-hook": "warning: ", "of version 0.0.9": ""},
    ),
    "another graphify": (
        lambda home: _other_program(home, "graphify", "1"),
        {"graphify": "is another program; write `vaultkit graph ..` instead"},
    ),
    "a shelf that cannot be read": (
        _broken_shelf,
        {"shelf": "problem: default in "},
    ),
    "a shelf that is gone": (
        _lost_shelf,
        {"shelf": "warning: work is known, but there is no shelf in "},
    ),
    "episodes that cannot be read": (
        _broken_episodes,
        {"episodes": "problem: the index of episodes cannot be read; run: vaultkit episodes index"},
    ),
    "no git": (lambda home: (home / "bin" / "git").unlink(), {"git": "problem: git cannot be run"}),
}  # fmt: skip
EXPECTED_TO_SAY_MORE = {"the program has moved", "no vault", "no vault and no project"}


@pytest.mark.parametrize("case", CASES)
def test_one_thing_is_not_well(well: Path, call: Call, monkeypatch: pytest.MonkeyPatch, case: str) -> None:
    spoil, expected = CASES[case]
    monkeypatch.setenv("PATH", os.environ["PATH"])  # taken back after the test
    spoil(well)
    code, found = diagnoses(call)
    assert code == int(any(words.startswith("problem") for words in found.values()))
    for about, words in expected.items():
        assert words in found[about] if words else about in " ".join(found.values()), found
    assert len(found) == sum(1 for words in expected.values() if words) or case in EXPECTED_TO_SAY_MORE, found


def test_a_plugin_of_another_version(well: Path, call: Call) -> None:
    call("uninstall", "claude")
    _enable_plugin(well, "0.0.9")
    assert diagnoses(call)[1]["claude hooks"] == (
        "warning: the plugin is version 0.0.9, the program 0.1.0; claude plugin update vaultkit@vaultkit"
    )


def test_a_host_that_calls_by_name_meets_another_version(
    well: Path, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    call("uninstall", "claude")
    call("install", "claude", "--project")
    monkeypatch.setenv("PATH", os.environ["PATH"])
    _other_program(well, "vaultkit-hook", "0.0.9")
    code, found = diagnoses(call)
    assert code == 1 and found["vaultkit-hook"].startswith("problem: ")


def test_memories_that_are_well(well: Path, call: Call) -> None:
    _shelf(well)
    assert call("episodes", "index", str(well / "vault"))[0] == 0
    out = call("doctor")[1]
    assert "default: 1 entry, 0 statements" in out and re.search(r"\d+ chunks? of \d+ files?", out)
    assert diagnoses(call) == (0, {})


def test_a_worker_at_work(well: Path, call: Call) -> None:
    with lock(root_state(well / "vault").lock, patience=0):
        assert "running" in call("doctor")[1]


def test_it_changes_nothing(well: Path, call: Call) -> None:
    def state() -> dict[Path, bytes]:
        return {file: file.read_bytes() for file in well.rglob("*") if file.is_file()}

    call("doctor")
    before = state()
    call("doctor")
    assert state() == before


M, P, L = Path("/managed.json"), Path("/project.json"), Path("/local.json")
SILENCED: list[tuple[dict[Path, dict[str, Any]], dict[Path, dict[str, Any]], list[str]]] = [
    ({}, {}, []),
    ({}, {P: {"disableAllHooks": True}}, ["disableAllHooks in /project.json"]),
    ({}, {P: {"disableAllHooks": True}, L: {"disableAllHooks": False}}, []),
    ({M: {"allowManagedHooksOnly": True}}, {}, ["allowManagedHooksOnly in /managed.json"]),
    ({M: {"disableAllHooks": True}}, {P: {"disableAllHooks": False}}, ["disableAllHooks in /managed.json"]),
    ({M: {"strictPluginOnlyCustomization": ["skills"]}}, {}, []),
    (
        {M: {"strictPluginOnlyCustomization": ["hooks"]}},
        {},
        ["strictPluginOnlyCustomization in /managed.json (hooks of a plugin still run)"],
    ),
]


@pytest.mark.parametrize(("managed", "own", "expected"), SILENCED)
def test_what_silences_hooks(managed: Any, own: Any, expected: list[str]) -> None:
    assert list(silenced_by(managed, own)) == expected
