"""Claude Code: its hook events and the answers it reads (code.claude.com/docs/en/hooks)."""

from __future__ import annotations

from typing import Any, Final

from vaultkit.hooks.event import Answer, Change, Event, Kind, Replacement
from vaultkit.hooks.record import milliseconds, path, session_id, text
from vaultkit.memory.shelf.call import Call

_KINDS: Final[dict[str, Kind]] = {
    "PreToolUse": "before-edit",
    "PostToolUse": "after-edit",
    "PostToolUseFailure": "tool-used",
    "UserPromptSubmit": "prompt",
    "Stop": "reply",
    "SessionStart": "session-start",
    "SessionEnd": "session-end",
    "PreCompact": "compaction",
    "PostCompact": "condensed",
}
_TEXTS: Final[dict[Kind, str]] = {
    "prompt": "prompt",
    "reply": "last_assistant_message",
    "condensed": "compact_summary",
}
"""Under which name an event holds what was said."""
_HEARD: Final[dict[Kind, str]] = {"session-start": "SessionStart", "prompt": "UserPromptSubmit"}
"""The events at which the model can be told something."""
_PATHS: Final = {"Write": "file_path", "Edit": "file_path", "MultiEdit": "file_path", "NotebookEdit": "notebook_path"}
"""The tools that change a file, and under which name they take its path."""


def read(record: object) -> Event | None:
    """The event that a record tells of; None if it is none of ours. Unknown and missing fields are no fault."""
    if not isinstance(record, dict):
        return None
    kind = _KINDS.get(text(record, "hook_event_name"))
    if kind is None:
        return None
    tool, given = text(record, "tool_name"), record.get("tool_input")
    changes = _changes(tool, given) if kind in ("before-edit", "after-edit") and isinstance(given, dict) else ()
    if kind == "after-edit" and not changes:
        kind = "tool-used"
    call = _call(tool, record) if kind in ("after-edit", "tool-used") and tool else None
    if (kind == "before-edit" and not changes) or (kind == "tool-used" and call is None):
        return None
    return Event(
        kind,
        session_id(record, "session_id"),
        path(record, "cwd"),
        changes,
        text(record, "source") or text(record, "reason") or text(record, "trigger"),
        text(record, _TEXTS.get(kind, "")),
        call,
        path(record, "transcript_path"),
    )


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
    if answer.context and event.kind in _HEARD:
        said["hookSpecificOutput"] = {"hookEventName": _HEARD[event.kind], "additionalContext": answer.context}
    return said


def _call(tool: str, record: dict[str, Any]) -> Call:
    """The call that ended; the response of a tool that ran may still tell of a failure."""
    response = record.get("tool_response")
    said = response if isinstance(response, dict) else {}
    failed = record["hook_event_name"] == "PostToolUseFailure" or said.get("success") is False
    failed = failed or said.get("is_error") is True or said.get("isError") is True
    error = text(record, "error") or text(said, "error") or text(said, "stderr") if failed else ""
    return Call(tool, record.get("tool_input"), not failed, milliseconds(record, "duration_ms"), error)


def _changes(tool: str, given: dict[str, Any]) -> tuple[Change, ...]:
    file = path(given, _PATHS.get(tool, ""))
    if not file:
        return ()
    if tool == "Write":
        content = given.get("content")
        return (Change(file, content if isinstance(content, str) else None),)
    edits = given.get("edits") if tool == "MultiEdit" else [given]
    replacements = (_replacement(edit) for edit in edits if isinstance(edit, dict)) if isinstance(edits, list) else ()
    return (Change(file, None, tuple(replacements)),)


def _replacement(edit: dict[str, Any]) -> Replacement:
    return Replacement(text(edit, "old_string"), text(edit, "new_string"), edit.get("replace_all") is True)
