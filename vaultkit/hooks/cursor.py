"""Cursor: its hook events, in camelCase, and the answers it reads (cursor.com/docs/hooks)."""

from __future__ import annotations

from typing import Any, Final

from vaultkit.hooks.event import Answer, Change, Event, Kind, Replacement
from vaultkit.hooks.record import milliseconds, path, session_id, text
from vaultkit.memory.shelf.call import Call

_KINDS: Final[dict[str, Kind]] = {
    "sessionStart": "session-start",
    "beforeSubmitPrompt": "prompt",
    "preToolUse": "before-edit",
    "postToolUse": "tool-used",
    "postToolUseFailure": "tool-used",
    "afterFileEdit": "after-edit",
    "afterAgentResponse": "reply",
    "preCompact": "compaction",
    "sessionEnd": "session-end",
}
_TEXTS: Final[dict[Kind, str]] = {"prompt": "prompt", "reply": "text"}
_PATHS: Final = ("file_path", "path", "target_file")
"""Under which names its tools take the path of a file."""
_EDITS: Final = ("Write", "Edit", "MultiEdit", "StrReplace", "Delete")


def read(record: object) -> Event | None:
    """The event that a record tells of; None if it is none of ours."""
    name = text(record, "hook_event_name") if isinstance(record, dict) else ""
    if name not in _KINDS or not isinstance(record, dict):
        return None
    kind, tool, given = _KINDS[name], text(record, "tool_name"), record.get("tool_input")
    changes: tuple[Change, ...] = ()
    if name == "afterFileEdit":
        changes = _edited(record)
    elif isinstance(given, dict) and name in ("preToolUse", "postToolUse"):
        changes = _changes(tool, given)
    if (kind in ("before-edit", "after-edit") and not changes) or (kind == "tool-used" and not tool):
        return None
    return Event(
        "after-edit" if kind == "tool-used" and changes else kind,
        session_id(record, "conversation_id", "session_id"),
        path(record, "cwd") or _workspace(record),
        changes,
        text(record, "reason") or text(record, "trigger"),
        text(record, _TEXTS.get(kind, "")),
        _call(name, tool, record) if kind == "tool-used" else None,
        path(record, "transcript_path"),
        is_heard=kind != "prompt",  # beforeSubmitPrompt may stop a prompt, but adds nothing to it
    )


def write(event: Event, answer: Answer) -> dict[str, Any]:
    """The answer as Cursor reads it. It shows no notices, so that those are in the log alone."""
    if answer.refusal:
        return {"permission": "deny", "user_message": answer.refusal, "agent_message": answer.refusal}
    if answer.fault:
        return {"additional_context": answer.fault}
    if answer.context and event.kind == "session-start":
        return {"additional_context": answer.context}
    return {}


def _workspace(record: dict[str, Any]) -> str:
    roots = record.get("workspace_roots")
    first = roots[0] if isinstance(roots, list) and roots else None
    return path({"root": first}, "root")


def _call(name: str, tool: str, record: dict[str, Any]) -> Call:
    failed = name == "postToolUseFailure"
    error = text(record, "error_message") or text(record, "failure_type") if failed else ""
    return Call(tool, record.get("tool_input"), not failed, milliseconds(record, "duration"), error)


def _edited(record: dict[str, Any]) -> tuple[Change, ...]:
    file, edits = path(record, "file_path"), record.get("edits")
    parts = (_replacement(edit) for edit in edits if isinstance(edit, dict)) if isinstance(edits, list) else ()
    return (Change(file, None, tuple(parts)),) if file else ()


def _changes(tool: str, given: dict[str, Any]) -> tuple[Change, ...]:
    file = next(filter(None, (path(given, key) for key in _PATHS)), "")
    if tool not in _EDITS or not file:
        return ()
    if tool == "Delete":
        return (Change(file, ""),)
    content = given.get("content", given.get("contents"))
    if isinstance(content, str):
        return (Change(file, content),)
    edits = given.get("edits") if isinstance(given.get("edits"), list) else [given]
    parts = [_replacement(edit) for edit in edits or () if isinstance(edit, dict) and "old_string" in edit]
    return (Change(file, None, tuple(parts)),)


def _replacement(edit: dict[str, Any]) -> Replacement:
    return Replacement(text(edit, "old_string"), text(edit, "new_string"), edit.get("replace_all") is True)
