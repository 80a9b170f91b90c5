"""Golden events of every host: what it hands over becomes one event, and an answer what the host reads.

A case is a JSON file of tests/cases/clients/, named CLIENT-what.json:
    about       what it shows
    stdin       what the host writes there (recorded, or after its documentation)
    event       the `Event` without what is at its default; null: none of ours
    answers     pairs of an `Answer` and what the host is written
"""

from __future__ import annotations

import json
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from vaultkit.hooks.event import Answer, Change, Event, Replacement
from vaultkit.hooks.main import CLIENTS
from vaultkit.memory.shelf.call import Call

CASES = sorted((Path(__file__).parent.parent / "cases" / "clients").glob("*.json"))
KINDS = {"session-start", "prompt", "before-edit", "after-edit", "tool-used", "reply", "compaction", "session-end"}
UNTOLD = {"gemini": {"compaction"}}
"""What a host does not tell in a way that could be used."""
OTHERS = [client for client in CLIENTS if client != "claude"]
"""Claude Code has golden events of its own, in tests/cases/hooks/."""


def event_of(given: dict[str, Any]) -> Event:
    changes = tuple(
        Change(each["path"], each.get("content"), tuple(Replacement(*parts) for parts in each.get("replacements", ())))
        for each in given.get("changes", ())
    )
    call = Call(**given["call"]) if "call" in given else None
    return Event(**{**given, "changes": changes, "call": call})


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.stem)
def test_golden(case: Path) -> None:
    given = json.loads(case.read_text("utf-8"))
    client = import_module(f"vaultkit.hooks.{case.stem.partition('-')[0]}")
    event = client.read(given["stdin"])
    assert event == (event_of(given["event"]) if given["event"] is not None else None)
    for answer, said in given.get("answers", ()):
        assert client.write(event, Answer(**answer)) == said
    if isinstance(given["stdin"], dict):
        assert client.read({**given["stdin"], "a later field": [1]}) == event


@pytest.mark.parametrize("client", OTHERS)
def test_every_kind_of_event_has_a_case(client: str) -> None:
    events = [json.loads(case.read_text("utf-8"))["event"] for case in CASES if case.stem.startswith(f"{client}-")]
    assert {event["kind"] for event in events if event} >= KINDS - UNTOLD.get(client, set())


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=4,
)


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.sampled_from(CASES), st.data())
def test_no_field_is_trusted(case: Path, data: st.DataObject) -> None:
    """Whatever stands in the place of a field, it is read without a fault, and its answer is JSON."""
    stdin = json.loads(case.read_text("utf-8"))["stdin"]
    if not isinstance(stdin, dict):
        return
    broken = {key: data.draw(ANYTHING) if data.draw(st.booleans()) else value for key, value in stdin.items()}
    name = case.stem.partition("-")[0]
    for field in ("hook_event_name", "event"):
        if field in stdin:
            broken[field] = stdin[field]
    client = import_module(f"vaultkit.hooks.{name}")
    event = client.read(broken)
    if event is not None:
        assert isinstance(event.session, str) and isinstance(event.text, str) and isinstance(event.folder, str)
        assert all(isinstance(change.path, str) for change in event.changes)
        json.dumps(client.write(event, Answer("c", "r", "f", "n")))
