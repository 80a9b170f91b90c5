"""Golden events: what a host hands over, and what it is answered.

A case is a JSON file of tests/cases/hooks/, named HOST-event-what.json:
    about       what it shows
    files       written before (null: removed), by path in the world of tests/hooks/world.py
    environment variables
    indexed     roots that have an index
    overviews   what a worker has drawn, by root; a text stands for a file that holds just that
    event       what goes to stdin; `$WORLD` stands for the folder of the world
    answer      what comes back; of a text in the form {"has": [..], "lacks": [..]} only that counts
    marked      the roots that are marked afterwards, [] if it is missing
    touched     the paths in the log of the session afterwards, [] if it is missing
    calls       the calls in its ledger afterwards: name, input, ok, milliseconds, error
    logs        what is on the shelf afterwards, by name, as the texts of an answer
    logged      whether something went wrong
    after       files that are there afterwards, with their text
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.hooks.world import World
from tests.program import update
from vaultkit.disk.root_state import known_roots
from vaultkit.hooks.briefing import LIMIT
from vaultkit.hosts.package import plugin_hooks
from vaultkit.memory.shelf.calls import calls_since
from vaultkit.memory.shelf.places import place_of
from vaultkit.memory.shelf.store import open_store
from vaultkit.sessions.touched import Touched

CASES = sorted((Path(__file__).parent.parent / "cases" / "hooks").glob("*.json"))
ROOTS = ("vault", "mapped", "project", "vault/inner", "mapped/inner", "outer")


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.stem)
def test_golden(world: World, case: Path) -> None:
    given = json.loads(case.read_text("utf-8").replace("$WORLD", json.dumps(str(world.folder))[1:-1]))
    world.write(given.get("files", {}))
    for root in given.get("indexed", ()):
        update(world.folder / root)
    for root, overview in given.get("overviews", {}).items():
        state = world.state(root)
        state.folder.mkdir(parents=True)
        state.overview.write_text(overview if isinstance(overview, str) else json.dumps(overview))
    with world.busy(*ROOTS):
        answer = world.say(given["event"], env=given.get("environment", {}))
    assert_fits(answer, given["answer"])
    assert len(str(answer.get("hookSpecificOutput", {}).get("additionalContext", ""))) <= LIMIT
    marked = [state.root.removeprefix(f"{world.folder}/") for state in known_roots() if state.is_marked()]
    assert sorted(marked) == given.get("marked", [])
    event = given["event"] if isinstance(given["event"], dict) else {}
    session = event.get("session_id")
    touched = Touched(session if isinstance(session, str) else "").paths
    assert [path.removeprefix(f"{world.folder}/") for path in touched] == given.get("touched", [])
    if "calls" in given:
        calls, _ = calls_since("s1", 0)
        assert [list(call._replace(input=call.input or "")) for call in calls] == given["calls"]
    if "logs" in given:
        with open_store(place_of("default").folder) as store:
            assert_fits({entry.name: entry.content.data for entry in store.all_knowledge()}, given["logs"])
    for name, text in given.get("after", {}).items():
        assert (world.folder / name).read_text() == text
    assert (world.home / "hook.log").exists() == given.get("logged", False)


def assert_fits(answer: Any, wanted: Any) -> None:
    """Equal, but for texts of which only parts are given."""
    if isinstance(wanted, dict) and wanted.keys() and wanted.keys() <= {"has", "lacks"}:
        assert isinstance(answer, str)
        assert [part for part in wanted.get("has", []) if part not in answer] == []
        assert [part for part in wanted.get("lacks", []) if part in answer] == []
    elif isinstance(wanted, dict):
        assert isinstance(answer, dict) and answer.keys() == wanted.keys()
        for key, value in wanted.items():
            assert_fits(answer[key], value)
    else:
        assert answer == wanted


def test_every_event_has_cases() -> None:
    events = {json.loads(case.read_text())["event"].get("hook_event_name") for case in CASES if "odd-" not in case.name}
    assert set(plugin_hooks()) <= events
