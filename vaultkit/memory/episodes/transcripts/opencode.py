"""Transcripts of OpenCode: `{"info", "messages": [{"info", "parts"}]}`, as `opencode export` writes a session. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from graph.codec import DecodeError, decode_json
from vaultkit.memory.episodes.transcripts.turn import Conversation, Message, local_time, said, shortened, tool_line

_SILENT: Final = frozenset(
    {
        *("step-start", "step-finish", "reasoning", "snapshot", "patch", "file", "agent", "retry", "compaction"),
        "subtask",
    }
)


def read(text: str) -> Conversation:
    """A session; parts of unknown kinds, and a file that holds none, are skipped and counted."""
    try:
        value = decode_json(text)
    except (DecodeError, RecursionError):
        return Conversation("", (), 1)
    if not isinstance(value, dict) or not isinstance(value.get("messages"), list):
        return Conversation("", (), 1)
    info = value.get("info")
    return conversation(info if isinstance(info, dict) else {}, value["messages"])


def is_one(value: dict[str, Any]) -> bool:
    """Whether a JSON object is such a session."""
    return "info" in value and "messages" in value


def conversation(info: dict[str, Any], messages: list[Any]) -> Conversation:
    """A session of its info and its messages, each `{"info", "parts"}`."""
    found: list[Message] = []
    skipped = 0
    for message in messages:
        head, parts = (message.get("info"), message.get("parts")) if isinstance(message, dict) else (None, None)
        if not isinstance(head, dict) or not isinstance(parts, list):
            skipped += 1
            continue
        told = list(_told(parts))
        skipped += sum(text is None for text in told)
        text = "\n".join(filter(None, told))
        if text:
            time = head.get("time")
            at = local_time(time.get("created") if isinstance(time, dict) else None)
            found.append(Message(str(head.get("role", "assistant")), text, at, 1, str(head.get("id", ""))))
    return Conversation(str(info.get("title") or ""), tuple(found), skipped)


def _told(parts: list[Any]) -> Iterator[str | None]:
    """What each part says; None for one of an unknown kind."""
    for part in parts:
        kind = part.get("type") if isinstance(part, dict) else None
        if kind == "text":
            yield "" if part.get("synthetic") or part.get("ignored") else said(str(part.get("text") or ""))
        elif kind == "tool":
            yield _tool(str(part.get("tool", "tool")), part.get("state"))
        else:
            yield "" if kind in _SILENT else None


def _tool(name: str, state: object) -> str:
    if not isinstance(state, dict):
        return ""
    line = tool_line(name, state.get("input") or "")
    output = state.get("output") or state.get("error")
    return f"{line}\n{shortened(f'→ {output}')}" if isinstance(output, str) and output else line
