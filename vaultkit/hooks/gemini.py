"""Gemini CLI: its hook events and the answers it reads (geminicli.com/docs/hooks/reference)."""

from __future__ import annotations

from typing import Any, Final

from vaultkit.hooks.event import Answer, Change, Event, Kind, Replacement
from vaultkit.hooks.record import path, session_id, text
from vaultkit.memory.shelf.call import Call

_KINDS: Final[dict[str, Kind]] = {
    "SessionStart": "session-start",
    "BeforeAgent": "prompt",
    "BeforeTool": "before-edit",
    "AfterTool": "tool-used",
    "AfterAgent": "reply",
    "SessionEnd": "session-end",
}
_TEXTS: Final[dict[Kind, str]] = {"prompt": "prompt", "reply": "prompt_response"}
_HEARD: Final[dict[Kind, str]] = {"session-start": "SessionStart", "prompt": "BeforeAgent"}


def read(record: object) -> Event | None:
    """The event that a record tells of; None if it is none of ours."""
    kind = _KINDS.get(text(record, "hook_event_name")) if isinstance(record, dict) else None
    if kind is None or not isinstance(record, dict):
        return None
    tool, given = text(record, "tool_name"), record.get("tool_input")
    changes = _changes(tool, given) if isinstance(given, dict) else ()
    if (kind == "before-edit" and not changes) or (kind == "tool-used" and not tool):
        return None
    call = _call(tool, record) if kind == "tool-used" else None
    return Event(
        "after-edit" if kind == "tool-used" and changes else kind,
        session_id(record, "session_id"),
        path(record, "cwd"),
        changes if kind in ("before-edit", "tool-used") else (),
        text(record, "source") or text(record, "reason") or text(record, "trigger"),
        text(record, _TEXTS.get(kind, "")),
        call,
        path(record, "transcript_path"),
    )


def write(event: Event, answer: Answer) -> dict[str, Any]:
    """The answer as Gemini CLI reads it. A refusal of what a tool said would hide it: a fault stands beside it."""
    said: dict[str, Any] = {"systemMessage": answer.notice} if answer.notice else {}
    if answer.refusal:
        said |= {"decision": "deny", "reason": answer.refusal}
    if answer.fault:
        said["hookSpecificOutput"] = {"hookEventName": "AfterTool", "additionalContext": answer.fault}
    if answer.context and event.kind in _HEARD:
        said["hookSpecificOutput"] = {"hookEventName": _HEARD[event.kind], "additionalContext": answer.context}
    return said


def _call(tool: str, record: dict[str, Any]) -> Call:
    """The call that ended. How long it took is not told."""
    response = record.get("tool_response")
    error = response.get("error") if isinstance(response, dict) else None
    words = text(error, "message") or text(error, "type") if isinstance(error, dict) else ""
    return Call(tool, record.get("tool_input"), not error, None, words)


def _changes(tool: str, given: dict[str, Any]) -> tuple[Change, ...]:
    file = path(given, "file_path")
    if not file:
        return ()
    if tool == "write_file":
        content = given.get("content")
        return (Change(file, content if isinstance(content, str) else None),)
    if tool != "replace":
        return ()
    many = given.get("allow_multiple") is True or given.get("expected_replacements") not in (None, 1)
    return (Change(file, None, (Replacement(text(given, "old_string"), text(given, "new_string"), many),)),)
