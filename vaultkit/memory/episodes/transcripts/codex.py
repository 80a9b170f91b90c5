"""Transcripts of Codex: `sessions/YYYY/MM/DD/rollout-*.jsonl`, an item a line, older ones without an envelope. Pure."""

from __future__ import annotations

from typing import Any, Final

from graph.codec import DecodeError, decode_json
from vaultkit.memory.episodes.transcripts.lines import objects
from vaultkit.memory.episodes.transcripts.turn import (
    ASSISTANT,
    USER,
    Conversation,
    Message,
    local_time,
    said,
    shortened,
    texts,
    tool_line,
)

_ENVELOPES: Final = frozenset({"session_meta", "response_item", "event_msg", "turn_context", "compacted"})
_TEXTS: Final = ("input_text", "output_text", "text")
_CALLS: Final = {"function_call": "arguments", "custom_tool_call": "input", "local_shell_call": "action"}
"""Kinds of calls, and where what they are given stands."""
_ANSWERS: Final = frozenset({"function_call_output", "custom_tool_call_output", "local_shell_call_output"})
_SILENT: Final = frozenset(
    {"reasoning", "web_search_call", "ghost_snapshot", "compaction", "other", "image_generation_call"}
)
_INSTRUCTIONS: Final = ("# AGENTS.md instructions", "<INSTRUCTIONS>", "<user_instructions>", "<environment_context>")
"""How a message begins that the client has sent in the name of the user."""


def read(text: str) -> Conversation:
    """A transcript; items of unknown kinds and broken lines are skipped and counted.

    `event_msg` says what the items say once more, for the screen.
    """
    messages: list[Message] = []
    skipped = 0
    for line, entry in objects(text):
        item = _item(entry)
        message = _message(item) if item is not None else None
        if message is None:
            skipped += 1
        elif message[1]:
            at = local_time(entry.get("timestamp")) if entry else ""
            messages.append(Message(*message, at, line, str((item or {}).get("id") or f"L{line}")))
    return Conversation("", tuple(messages), skipped)


def is_one(entry: dict[str, Any]) -> bool:
    """Whether a line is one of such a transcript."""
    return (entry.get("type") in _ENVELOPES and "payload" in entry) or "record_type" in entry or _is_first(entry)


def _is_first(entry: dict[str, Any]) -> bool:
    """Whether a line without an envelope is the first of its file."""
    return "id" in entry and "timestamp" in entry and "instructions" in entry


def _item(entry: dict[str, Any] | None) -> dict[str, Any] | None:
    """The item of a line; {} if nobody speaks in it, None if its kind is unknown."""
    if entry is None:
        return None
    if entry.get("type") in _ENVELOPES:
        payload = entry.get("payload")
        return payload if entry["type"] == "response_item" and isinstance(payload, dict) else {}
    return {} if "record_type" in entry or _is_first(entry) else entry


def _message(item: dict[str, Any]) -> tuple[str, str] | None:
    """(speaker, text) of an item, no text if nobody speaks in it; None if its kind is unknown."""
    kind = item.get("type")
    if kind == "message":
        role, text = item.get("role"), said(texts(item.get("content"), _TEXTS))
        if role not in (USER, ASSISTANT) or text.startswith(_INSTRUCTIONS):
            return ASSISTANT, ""
        return str(role), text
    if kind in _CALLS:
        return ASSISTANT, tool_line(str(item.get("name") or "shell"), _given(item.get(_CALLS[kind])))
    if kind in _ANSWERS:
        return ASSISTANT, _answered(item.get("output"))
    return (ASSISTANT, "") if not item or kind in _SILENT else None


def _given(value: Any) -> Any:
    """What a call is given, often JSON in a text."""
    try:
        return decode_json(value) if isinstance(value, str) and value.startswith("{") else value
    except (DecodeError, RecursionError):
        return value


def _answered(output: Any) -> str:
    """What a tool answered: a text, an object that holds one, or JSON of such an object."""
    found = _given(output)
    if isinstance(found, dict):
        found = found.get("output") or found.get("content") or ""
    text = found if isinstance(found, str) else texts(found, _TEXTS)
    return shortened(f"→ {text}") if text else ""
