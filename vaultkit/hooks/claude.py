"""Claude Code: its hook events and the answers it reads (code.claude.com/docs/en/hooks)."""

from __future__ import annotations

import os
from typing import Any, Final

from vaultkit.hooks.event import Answer, Change, Event, Kind, Replacement

_KINDS: Final[dict[object, Kind]] = {
    "PreToolUse": "before-edit",
    "PostToolUse": "after-edit",
    "SessionStart": "session-start",
    "SessionEnd": "session-end",
    "PreCompact": "compaction",
}
_PATHS: Final = {"Write": "file_path", "Edit": "file_path", "MultiEdit": "file_path", "NotebookEdit": "notebook_path"}
"""The tools that change a file, and under which name they take its path."""


def read(record: object) -> Event | None:
    """The event that a record tells of; None if it is none of ours. Unknown and missing fields are no fault."""
    if not isinstance(record, dict):
        return None
    kind = _KINDS.get(_text(record, "hook_event_name"))
    if kind is None:
        return None
    tool = _text(record, "tool_name")
    given = record.get("tool_input")
    changes = _changes(tool, given) if isinstance(given, dict) else ()
    if kind in ("before-edit", "after-edit") and not changes:
        return None
    occasion = _text(record, "source") or _text(record, "reason") or _text(record, "trigger")
    return Event(kind, _text(record, "session_id"), _path(record, "cwd"), changes, occasion)


def write(event: Event, answer: Answer) -> dict[str, Any]:
    """The answer as Claude Code reads it."""
    said: dict[str, Any] = {}
    if answer.notice:
        said["systemMessage"] = answer.notice
    if answer.fault:
        said |= {"decision": "block", "reason": answer.fault}
    if answer.refusal:
        said["hookSpecificOutput"] = {
            "hookEventName": "PreToolUse",
            "permissionDecision": "deny",
            "permissionDecisionReason": answer.refusal,
        }
    if answer.context and event.kind == "session-start":
        said["hookSpecificOutput"] = {"hookEventName": "SessionStart", "additionalContext": answer.context}
    return said


def _changes(tool: str, given: dict[str, Any]) -> tuple[Change, ...]:
    path = _path(given, _PATHS.get(tool, ""))
    if not path:
        return ()
    if tool == "Write":
        content = given.get("content")
        return (Change(path, content if isinstance(content, str) else None),)
    edits = given.get("edits") if tool == "MultiEdit" else [given]
    replacements = (_replacement(edit) for edit in edits if isinstance(edit, dict)) if isinstance(edits, list) else ()
    return (Change(path, None, tuple(replacements)),)


def _replacement(edit: dict[str, Any]) -> Replacement:
    return Replacement(_text(edit, "old_string"), _text(edit, "new_string"), edit.get("replace_all") is True)


def _text(record: dict[str, Any], key: str) -> str:
    value = record.get(key)
    return value.encode("utf-8", "replace").decode() if isinstance(value, str) else ""


def _path(record: dict[str, Any], key: str) -> str:
    """A path; "" for what no file system can hold, such as a null character or half a surrogate pair."""
    value = record.get(key)
    if not isinstance(value, str) or "\0" in value:
        return ""
    try:
        os.fsencode(value)
    except UnicodeEncodeError:
        return ""
    return value
