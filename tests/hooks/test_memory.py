"""What a session leaves in a real repository: log, ledger, signals, digest, memories, episodes; and no secret.

The events go through the adapter of Claude Code and the handlers in this process, as `main` passes them on.
"""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Iterator
from datetime import datetime, timedelta
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from tests.hooks.world import World
from vaultkit.after_session import work
from vaultkit.clock import now
from vaultkit.hooks import claude, later
from vaultkit.hooks.main import HANDLERS
from vaultkit.hooks.once import is_first
from vaultkit.memory.episodes.indexing import roots_before
from vaultkit.memory.mem.changes import remember
from vaultkit.memory.mem.store import find_place, recall_all
from vaultkit.memory.mem.writing import change_memories
from vaultkit.memory.shelf.asking import search
from vaultkit.memory.shelf.cascade import Draft, Limits, pending, summarize
from vaultkit.memory.shelf.memories import Wish
from vaultkit.memory.shelf.memories import remember as keep
from vaultkit.memory.shelf.messages import message_of, session_messages
from vaultkit.memory.shelf.places import place_of
from vaultkit.memory.shelf.store import Store, open_store
from vaultkit.sessions.ended_sessions import ended_sessions

SECRETS = ("hunter2-Zq81", "sk-abcdef0123456789abcdef", "ghp_abcdefghij0123456789", "AKIAABCDEFGHIJKLMNOP")


class Day:
    """A project under git, and the time of day."""

    def __init__(self, world: World, monkeypatch: pytest.MonkeyPatch) -> None:
        self.world, self.folder = world, world.folder / "project"
        self.time, self._set = datetime(2026, 12, 1, 8, 0), monkeypatch.setenv
        monkeypatch.setattr("vaultkit.hooks.session_end.detach", lambda *_: None)  # its worker is called by the test
        monkeypatch.setattr("vaultkit.disk.spawn.detach", lambda *_: None)
        git = ["git", "-C", str(self.folder)]
        for command in (["init", "-q", "-b", "main"], ["add", "."], ["commit", "-qm", "begin"]):
            subprocess.run([*git, "-c", "user.name=a", "-c", "user.email=a@b", *command], check=True)

    def happens(self, event: str, session: str = "s1", **fields: Any) -> str:
        """What the model is told of it; a minute later."""
        self.time += timedelta(minutes=1)
        self._set("VAULTKIT_NOW", self.time.isoformat())
        given = {"hook_event_name": event, "session_id": session, "cwd": str(self.folder), **fields}
        happened = claude.read(given)
        assert happened is not None
        answers = list(import_module(f"vaultkit.hooks.{HANDLERS[happened.kind]}").answers(happened, now()))
        said = [claude.write(happened, answer) for answer in answers]
        assert not any("systemMessage" in each for each in said), "memory is no word to the person"
        return str(said[-1].get("hookSpecificOutput", {}).get("additionalContext", ""))

    def turn(self, number: int, session: str = "s1") -> list[str]:
        """A prompt, two calls of a tool, a reply; the signals of the prompt."""
        told = self.happens("UserPromptSubmit", session, prompt=f"What of part {number}? password={SECRETS[0]}")
        call = {"tool_name": "Bash", "tool_input": {"command": f"make part-{number}", "key": SECRETS[3]}}
        assert self.happens("PostToolUse", session, **call, tool_response={"stdout": SECRETS[1]}, duration_ms=900) == ""
        assert self.happens("PostToolUseFailure", session, **call, error=f"at x\nError: bad {SECRETS[1]}") == ""
        assert self.happens("Stop", session, last_assistant_message=f"Part {number} works with {SECRETS[2]}.") == ""
        return [line.split()[0].removeprefix("TRIGGER:") for line in told.splitlines() if line.startswith("TRIGGER:")]

    def shelf(self) -> Iterator[Store]:
        with open_store(place_of("default").folder) as store:
            yield store


@pytest.fixture
def day(world: World, monkeypatch: pytest.MonkeyPatch) -> Day:
    return Day(world, monkeypatch)


def test_forty_turns(day: Day) -> None:
    signals = [day.turn(number) for number in range(1, 41)]
    for number, each in enumerate(signals, 1):
        wanted = ["log"] + ["extract"] * (number % 5 == 0) + ["summary"] * (2 * number - 1 >= 16)
        assert each == wanted, number
    for store in day.shelf():
        messages = session_messages(store, "s1")
        assert [entry.name for entry in messages] == [f"msg-s1-{turn:03}" for turn in range(1, 81)]
        assert [message_of(entry).role for entry in messages] == ["user", "assistant"] * 40
        assert all(entry.content.tags == ("message",) and entry.content.scopes == ("project",) for entry in messages)
        last = message_of(messages[-1]).text
        assert "1. `Bash` ×2 (总用时 900ms) — 1✅ 1❌ — Error: bad [redacted]" in last and "part-40" in last
        assert "part-39" not in last and "- 用时: 3m00s" in last
        assert [hit.key for hit in search(store, "make part-7", ["knowledge"], 1).entries] == ["msg-s1-014"]
    day.happens("PostCompact", compact_summary="Forty parts were made.")
    day.happens("UserPromptSubmit", prompt="and now?")
    for store in day.shelf():
        links = store.all_statements()
        assert {each.names for each in links} == {
            (f"msg-s1-{turn:03}", "belongTo", "session-s1") for turn in range(1, 82)
        }
        levels = pending(store, "project", Limits(100))
        summarize(store, Draft("forty-parts", "All work.", levels[0].through), "project", Limits(100), now())
    assert day.turn(41) == ["log"], "what was condensed waits no more"


def test_the_end_and_the_next_start(day: Day, tmp_path: Path) -> None:
    day.happens("SessionStart", source="startup")
    day.turn(1)
    (day.folder / "src" / "app.py").write_text("print('bye')\n")
    edit = {"tool_name": "Write", "tool_input": {"file_path": str(day.folder / "src" / "app.py"), "content": "x"}}
    day.happens("PostToolUse", **edit, tool_response={"success": True})
    transcript = tmp_path / "s1.jsonl"
    said = {"type": "user", "uuid": "u", "sessionId": "s1", "timestamp": "2026-12-01T08:01:00Z"}
    transcript.write_text(json.dumps({**said, "message": {"role": "user", "content": "What of part 1?"}}) + "\n")
    day.happens("SessionEnd", reason="other", transcript_path=str(transcript))
    assert [each.session for each in ended_sessions()] == ["s1"]
    work()
    assert ended_sessions() == [] and str(transcript) in roots_before()

    place = find_place(day.folder)
    (memory,) = recall_all(place).values()
    assert memory["d"] == {"session": "s1", "summary": "1 prompt; edited src/app.py", "files": ["src/app.py"]}
    assert memory["g"] == ["session", "auto"]
    change_memories(place, remember({"decision": "PostgreSQL"}, [], "h", "main", now()), now())
    change_memories(place, remember({"preference": "tabs"}, [], "c", "main", now()), now())
    for store in day.shelf():
        keep(store, Wish("Errors are values.", "rule"), ["project"], now())
        keep(store, Wish("Never push on Fridays.", "taboo"), [""], now())
        keep(store, Wish("Somebody else's.", "rule"), ["other"], now())

    assert day.happens("SessionStart", "s2", source="resume") == ""
    told = day.happens("SessionStart", "s2", source="startup")
    order = ["TRIGGER:session-end session s1 ended after msg-s1-002", "Errors are values.", "Never push on Fridays."]
    order += ["Memories of the branch main, 3 in all", "critical preference", "high decision"]
    places = [told.find(each) for each in order]
    assert places == sorted(places) and places[0] > 0 and "Somebody else" not in told
    assert "TRIGGER" not in day.happens("SessionStart", "s3", source="startup"), "it is handed over once"


def test_a_turn_is_logged_once_by_hooks_that_are_installed_twice(day: Day) -> None:
    world, event = day.world, day.folder.parent / "event.json"
    given = {"hook_event_name": "UserPromptSubmit", "session_id": "s1", "cwd": str(day.folder), "prompt": "Why?"}
    event.write_text(json.dumps(given))
    both = [world.start(event, world.folder / f"answer-{each}.json") for each in "ab"]
    assert [each.wait(60) for each in both] == [0, 0]
    for store in day.shelf():
        assert [message_of(each).text for each in session_messages(store, "s1")] == ["Why?"]


def test_a_session_that_crashed_ends_when_another_starts(day: Day, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VAULTKIT_VAULT", str(day.world.vault))
    day.happens("SessionStart", source="startup")
    day.happens("UserPromptSubmit", prompt="Change it.")
    edit = {"tool_name": "Write", "tool_input": {"file_path": str(day.folder / "src" / "app.py"), "content": "x"}}
    day.happens("PostToolUse", **edit, tool_response={"success": True})
    day.happens("SessionStart", "s2", source="startup")
    assert ended_sessions() == [], "it may be at work"
    for file in (day.world.home / "running").iterdir():
        os.utime(file, (0, 0))
    is_first("s2", b"an event")
    day.happens("SessionStart", "s3", source="startup")
    assert [(each.session, each.silent) for each in ended_sessions()] == [("s1", True)]
    work()
    journal = day.world.vault / "journal" / "2026-12-01.md"
    assert journal.read_text().count("files `src/app.py`") == 1
    (memory,) = recall_all(find_place(day.folder)).values()
    assert memory["d"]["session"] == "s1"
    assert "TRIGGER:session-end session s1 ended" in day.happens("SessionStart", "s4", source="startup")
    day.happens("SessionEnd", reason="other")
    assert journal.read_text().count("files `src/app.py`") == 1, "it did not crash, and its line is there"


def test_a_session_that_goes_on_has_not_ended(day: Day) -> None:
    day.turn(1)
    day.happens("SessionEnd", reason="logout")
    assert day.turn(2) == ["log"]
    day.happens("SessionEnd", reason="logout")
    assert day.turn(1, "s2") == ["log", "session-end"]


def test_a_scope_that_is_spelt_otherwise(day: Day) -> None:
    for store in day.shelf():
        keep(store, Wish("Errors are values.", "rule"), ["pro-ject"], now())
    day.turn(1)
    assert "'pro-ject' is in use" in day.happens("SessionStart", "s2", source="startup")


def test_no_secret_is_in_any_file(day: Day) -> None:
    """Nor in the raw bytes of git's objects, which are unpacked here."""
    day.turn(1)
    day.happens("PostCompact", compact_summary=f"The token was {SECRETS[2]}, the password is {SECRETS[0]}.")
    note = {"file_path": str(day.world.vault / "Keys.md"), "content": f"apiKey: {SECRETS[1]}"}
    day.happens("PostToolUse", tool_name="Write", tool_input=note)
    day.happens("SessionEnd", reason="other")
    work()
    found = [file for file in day.world.home.rglob("*") if file.is_file()]
    raw = b"".join(file.read_bytes() for file in found)
    batch = ["cat-file", "--batch-all-objects", "--batch"]
    raw += subprocess.run(["git", "-C", str(day.folder), *batch], capture_output=True, check=True).stdout
    assert b"[redacted]" in raw and b"session-s1" in raw
    assert [secret for secret in SECRETS if secret.encode() in raw] == []


def test_two_sessions_at_once_and_hooks_that_are_killed(world: World) -> None:
    """Every hook that answered has written its message and its calls, whoever was killed in between."""
    world.write({"project/.git/HEAD": "ref: refs/heads/main\n"})
    hooks = []
    for number in range(12):
        session = "ab"[number % 2]
        event = world.folder / f"event-{number}.json"
        given = {"hook_event_name": "UserPromptSubmit", "session_id": session, "cwd": str(world.folder / "project")}
        event.write_text(json.dumps({**given, "prompt": f"prompt {number} of {session}"}))
        hooks.append((session, number, world.start(event, world.folder / f"answer-{number}.json")))
    for _, number, hook in hooks:
        if number % 4 == 3:
            hook.kill()
        hook.communicate(timeout=60)
    told = [
        (session, number) for session, number, _ in hooks if (world.folder / f"answer-{number}.json").stat().st_size
    ]
    with open_store(place_of("default").folder) as store:
        kept = {message_of(entry).text for session in "ab" for entry in session_messages(store, session)}
        for session in "ab":
            names = [entry.name for entry in session_messages(store, session)]
            assert names == [f"msg-{session}-{turn:03}" for turn in range(1, len(names) + 1)]
    assert {f"prompt {number} of {session}" for session, number in told} <= kept and len(told) >= 9


def test_a_shelf_that_is_being_written(day: Day, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a hook has no time to wait for is logged afterwards, in its order, and what fell due is told later."""
    monkeypatch.setattr("vaultkit.hooks.later.PATIENCE", 0.05)
    monkeypatch.setattr("vaultkit.hooks.later.detach", lambda *_: None)
    day.turn(0)
    for store in day.shelf():
        with store.changing():
            assert day.happens("UserPromptSubmit", prompt=f"Remember: password={SECRETS[0]}") == ""
            assert day.happens("Stop", last_assistant_message="Yes.") == ""
    kept = b"".join(file.read_bytes() for file in (day.world.home / "unlogged").iterdir())
    assert b"[redacted]" in kept and SECRETS[0].encode() not in kept
    later.work()
    for store in day.shelf():
        texts = [message_of(entry).text for entry in session_messages(store, "s1")][2:]
        assert texts == ["Remember: password=[redacted]", "Yes."]
    assert not list((day.world.home / "unlogged").glob("*.json"))
    assert day.turn(2) == ["log", "immediate"]
