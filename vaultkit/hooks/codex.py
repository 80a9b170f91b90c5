"""Codex: events in the shape of Claude Code's, edits as patches (developers.openai.com/codex/hooks)."""

from __future__ import annotations

from typing import Any, Final

from vaultkit.hooks import claude
from vaultkit.hooks.event import Answer, Event
from vaultkit.hooks.patch import changes_of
from vaultkit.hooks.record import text

_EDITS: Final = "apply_patch"


def read(record: object) -> Event | None:
    """The event that a record tells of; None if it is none of ours."""
    if not isinstance(record, dict) or text(record, "tool_name") != _EDITS:
        return claude.read(record)
    given = record.get("tool_input")
    changes = changes_of(text(given, "command") or text(given, "input")) if isinstance(given, dict) else ()
    if not changes:
        return claude.read(record)
    if text(record, "hook_event_name") == "PreToolUse":
        one = {"tool_name": "Write", "tool_input": {"file_path": changes[0].path}}
        event = claude.read({**record, **one})
        return event._replace(changes=changes) if event else None
    event = claude.read(record)
    return event._replace(kind="after-edit", changes=changes) if event else None


def write(event: Event, answer: Answer) -> dict[str, Any]:
    """The answer as Codex reads it: keys that it does not know would make it drop the whole."""
    said = claude.write(event, answer._replace(fault=""))
    if answer.fault:  # `block` would put the words in the place of what the tool said
        said["hookSpecificOutput"] = {"hookEventName": "PostToolUse", "additionalContext": answer.fault}
    return said
