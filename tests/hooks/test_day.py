"""A day of 40 turns in each host, told in its own words: log, ledger, triggers and journal are the same everywhere."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.hooks.world import NOTE, World
from vaultkit import clock
from vaultkit.hooks.event import NOTHING
from vaultkit.hooks.main import CLIENTS, HANDLERS
from vaultkit.hooks.shelf import shelf_of

TURNS = 40
SESSION = "day-1"
Record = dict[str, Any]


class Words(NamedTuple):
    """How a host tells of a day."""

    start: Record
    prompt: Callable[[str], Record]
    write: Callable[[str, str], list[Record]]
    """Before and after a file is written."""
    shell: Callable[[bool], Record]
    reply: Callable[[str], Record]
    condense: list[Record]
    end: Record
    is_heard: bool = True
    """Whether what is answered to a prompt reaches the model."""
    tells_failures: bool = True


def _claude(event: str, **more: Any) -> Record:
    return {"hook_event_name": event, "session_id": SESSION, **more}


def _claude_shell(good: bool) -> Record:
    more = {"tool_name": "Bash", "tool_input": {"command": "make"}, "duration_ms": 40}
    return (
        _claude("PostToolUse", tool_response={}, **more)
        if good
        else _claude("PostToolUseFailure", error="no rule", **more)
    )


def _claude_write(path: str, content: str) -> list[Record]:
    given = {"tool_name": "Write", "tool_input": {"file_path": path, "content": content}}
    return [_claude("PreToolUse", **given), _claude("PostToolUse", **given, tool_response={}, duration_ms=9)]


def _patched(path: str, content: str) -> Record:
    lines = "".join(f"+{line}\n" for line in content.splitlines())
    return {
        "tool_name": "apply_patch",
        "tool_input": {"command": f"*** Begin Patch\n*** Add File: {path}\n{lines}*** End Patch"},
    }


def _cursor(event: str, **more: Any) -> Record:
    return {"hook_event_name": event, "conversation_id": SESSION, **more}


def _opencode(event: str, **more: Any) -> Record:
    return {"event": event, "session": SESSION, **more}


HOSTS = {
    "claude": Words(
        _claude("SessionStart", source="startup"),
        lambda text: _claude("UserPromptSubmit", prompt=text),
        _claude_write,
        _claude_shell,
        lambda text: _claude("Stop", last_assistant_message=text, stop_hook_active=False),
        [_claude("PreCompact", trigger="auto"), _claude("PostCompact", trigger="auto", compact_summary="So far.")],
        _claude("SessionEnd", reason="other"),
    ),
    "codex": Words(
        _claude("SessionStart", source="startup"),
        lambda text: _claude("UserPromptSubmit", prompt=text),
        lambda path, content: [
            _claude("PreToolUse", **_patched(path, content)),
            _claude("PostToolUse", **_patched(path, content), tool_response="Success."),
        ],
        lambda good: _claude("PostToolUse", tool_name="Bash", tool_input={"command": "make"}, tool_response="out"),
        lambda text: _claude("Stop", last_assistant_message=text, stop_hook_active=False),
        [_claude("PreCompact", trigger="auto")],
        _claude("SessionEnd", reason="exit"),
        tells_failures=False,
    ),
    "gemini": Words(
        _claude("SessionStart", source="startup"),
        lambda text: _claude("BeforeAgent", prompt=text),
        lambda path, content: [
            _claude(event, tool_name="write_file", tool_input={"file_path": path, "content": content}, tool_response={})
            for event in ("BeforeTool", "AfterTool")
        ],
        lambda good: _claude(
            "AfterTool", tool_name="run_shell_command", tool_input={"command": "make"},
            tool_response={} if good else {"error": {"message": "no rule"}},
        ),
        lambda text: _claude("AfterAgent", prompt_response=text),
        [],
        _claude("SessionEnd", reason="exit"),
    ),
    "cursor": Words(
        _cursor("sessionStart"),
        lambda text: _cursor("beforeSubmitPrompt", prompt=text),
        lambda path, content: [
            _cursor("preToolUse", tool_name="Write", tool_input={"file_path": path, "content": content}),
            _cursor("afterFileEdit", file_path=path, edits=[{"old_string": "", "new_string": content}]),
            _cursor("postToolUse", tool_name="Write", tool_input={"file_path": path, "content": content}, duration=9),
        ],
        lambda good: _cursor(
            "postToolUse" if good else "postToolUseFailure", tool_name="Shell", tool_input={"command": "make"},
            duration=40, **({} if good else {"error_message": "no rule"}),
        ),
        lambda text: _cursor("afterAgentResponse", text=text),
        [_cursor("preCompact", trigger="auto")],
        _cursor("sessionEnd", reason="completed"),
        is_heard=False,
    ),
    "opencode": Words(
        _opencode("session-start", occasion="startup"),
        lambda text: _opencode("prompt", text=text),
        lambda path, content: [
            _opencode(event, tool="write", args={"filePath": path, "content": content}, ok=True, ms=9)
            for event in ("tool-before", "tool-after")
        ],
        lambda good: _opencode(
            "tool-after", tool="bash", args={"command": "make"}, ok=good, ms=40, error="" if good else "no rule"
        ),
        lambda text: _opencode("reply", text=text),
        [_opencode("compaction"), _opencode("condensed", text="So far.")],
        _opencode("session-end", occasion="exit"),
    ),
}  # fmt: skip


class Day:
    """A host whose hooks are called in this process."""

    def __init__(self, client: str, folder: Path) -> None:
        self._client = import_module(f"vaultkit.hooks.{client}")
        self._folder = str(folder)

    def say(self, record: Record) -> Record:
        """What the hook answers at last."""
        event = self._client.read({"cwd": self._folder, "folder": self._folder, **record})
        if event is None:
            return {}
        answers = import_module(f"vaultkit.hooks.{HANDLERS[event.kind]}").answers
        said = self._client.write(event, [NOTHING, *answers(event, clock.now())][-1])
        assert isinstance(said, dict)
        return said


def test_the_hosts_are_all() -> None:
    assert set(HOSTS) == set(CLIENTS)


@pytest.mark.parametrize("client", HOSTS)
def test_a_day(world: World, client: str, monkeypatch: pytest.MonkeyPatch) -> None:
    words, day = HOSTS[client], Day(client, world.folder / "project")
    monkeypatch.setenv("VAULTKIT_VAULT", str(world.vault))
    heard: dict[int, str] = {}
    with world.busy("vault", "project"):
        assert "Long-term memory" in json.dumps(day.say(words.start))
        for turn in range(1, TURNS + 1):
            asked = "Remember: tabs, and the key is sk-abcdef0123456789abcdef" if turn == 7 else f"Build part {turn}"
            heard[turn] = json.dumps(day.say(words.prompt(asked)))
            assert day.say(words.shell(turn % 8 != 0)) == {}
            if turn % 10 == 0:
                note = world.vault / f"Note {turn}.md"
                content = NOTE.format(turn) if turn != 20 else "nothing"
                before, *after = words.write(str(note), content)
                assert day.say(before) == {}
                note.write_text(content)
                told = [day.say(record) for record in after]
                assert ("frontmatter-missing" in json.dumps(told[-1])) == (turn == 20)
            if turn == 20:
                assert [day.say(record) for record in words.condense] == [{}] * len(words.condense)
            assert day.say(words.reply(f"Part {turn} is built.")) == {}
        journal = world.vault / "journal" / "2026-11-30.md"
        refused = [day.say(record) for record in words.write(str(journal), "nothing is left\n")[:1]]
        assert "append only" in json.dumps(refused)
        assert day.say(words.end) == {}
    assert_logged(world, words)
    assert_signals(heard, words)
    line = (world.vault / "journal" / "2026-12-01.md").read_text().splitlines()
    assert any("[[Note 30]], [[Note 40]]" in each for each in line)
    raw = b"".join(file.read_bytes() for file in world.folder.rglob("*") if file.is_file())
    assert b"sk-abcdef0123456789abcdef" not in raw


def assert_logged(world: World, words: Words) -> None:
    """Every turn is one entry, in order; each reply tells its tool calls; the host's own summary is the digest."""
    with shelf_of(str(world.folder / "project")) as shelf:
        entries = {name: shelf.store.knowledge(f"msg-{SESSION}-{name:03}") for name in range(1, 2 * TURNS + 2)}
        digest = shelf.store.knowledge(f"session-{SESSION}")
    logged = [entry.content.data for entry in entries.values() if entry is not None]
    assert len(logged) == 2 * TURNS
    roles = [re.findall(r"## Role\s+(\w+)", text)[0] for text in logged]
    assert roles == ["user", "assistant"] * TURNS
    assert all("## Tool Calls" in text for text in logged[1::2])
    failed = [text for text in logged[1::2] if "❌" in text]
    assert len(failed) == (TURNS // 8 if words.tells_failures else 0) and all("no rule" in text for text in failed)
    told = [record for record in words.condense if "compact_summary" in record or "text" in record]
    assert (digest is not None) == bool(told)


def assert_signals(heard: dict[int, str], words: Words) -> None:
    """At every fifth prompt to look for work units, at once what the user asks for; nothing where nobody hears."""
    turns = {
        signal: {turn for turn, said in heard.items() if f"TRIGGER:{signal}" in said}
        for signal in ("log", "extract", "immediate")
    }
    if words.is_heard:
        assert turns == {"log": set(heard), "extract": set(range(5, TURNS + 1, 5)), "immediate": {7}}
    else:
        assert turns == {"log": set(), "extract": set(), "immediate": set()}
