"""OpenCode: what our plugin (vaultkit/hosts/opencode.js) hands over of its events, and the answers it reads."""

from __future__ import annotations

from typing import Any, Final

from vaultkit.hooks.event import Answer, Change, Event, Kind, Replacement
from vaultkit.hooks.patch import changes_of
from vaultkit.hooks.record import milliseconds, path, session_id, text
from vaultkit.memory.shelf.call import Call

_KINDS: Final[dict[str, Kind]] = {
    "session-start": "session-start",
    "prompt": "prompt",
    "tool-before": "before-edit",
    "tool-after": "tool-used",
    "reply": "reply",
    "compaction": "compaction",
    "condensed": "condensed",
    "session-end": "session-end",
}


def read(record: object) -> Event | None:
    """The event that a record tells of; None if it is none of ours."""
    kind = _KINDS.get(text(record, "event")) if isinstance(record, dict) else None
    if kind is None or not isinstance(record, dict):
        return None
    tool, given = text(record, "tool"), record.get("args")
    changes = _changes(tool, given) if isinstance(given, dict) and kind in ("before-edit", "tool-used") else ()
    if (kind == "before-edit" and not changes) or (kind == "tool-used" and not tool):
        return None
    failed = record.get("ok") is False
    call = Call(tool, given, not failed, milliseconds(record, "ms"), text(record, "error") if failed else "")
    return Event(
        "after-edit" if kind == "tool-used" and changes and not failed else kind,
        session_id(record, "session"),
        path(record, "folder"),
        changes if not failed else (),
        text(record, "occasion"),
        text(record, "text"),
        call if kind == "tool-used" else None,
    )


def write(event: Event, answer: Answer) -> dict[str, Any]:
    """The answer, in our own words: the plugin hands each part to where OpenCode takes it."""
    return {name: words for name, words in answer._asdict().items() if words}


def _changes(tool: str, given: dict[str, Any]) -> tuple[Change, ...]:
    if tool in ("patch", "apply_patch"):
        return changes_of(text(given, "patchText"))
    file = path(given, "filePath")
    if not file or tool not in ("write", "edit"):
        return ()
    if tool == "write":
        content = given.get("content")
        return (Change(file, content if isinstance(content, str) else None),)
    old, new = text(given, "oldString"), text(given, "newString")
    return (Change(file, None, (Replacement(old, new, given.get("replaceAll") is True),)),)
