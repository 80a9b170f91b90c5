"""Transcripts of Claude Code: `projects/<folder>/<session>.jsonl`, an entry a line. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from vaultkit.memory.episodes.transcripts.lines import objects
from vaultkit.memory.episodes.transcripts.turn import (
    ASSISTANT,
    USER,
    Conversation,
    Message,
    local_time,
    said,
    shortened,
    tool_line,
)

_SPOKEN: Final = frozenset({USER, ASSISTANT})
_SILENT: Final = frozenset(
    {
        *("summary", "ai-title", "custom-title", "agent-name", "agent-color", "agent-setting", "last-prompt", "tag"),
        *("system", "progress", "attachment", "queue-operation", "file-history-snapshot", "mode", "pr-link"),
        *("permission-mode", "worktree-state", "content-replacement", "marble-origami-commit"),
    }
)
"""Kinds of entries in which nobody speaks; of the first few a title may come."""
_TITLES: Final = {"custom-title": "customTitle", "ai-title": "aiTitle", "summary": "summary"}
"""The best title first."""


def read(text: str) -> Conversation:
    """A transcript; entries of unknown kinds and broken lines are skipped and counted."""
    titles: dict[str, str] = {}
    messages: list[Message] = []
    skipped = 0
    for line, entry in objects(text):
        kind = entry.get("type") if entry else None
        if entry is None or kind not in _SPOKEN | _SILENT:
            skipped += 1
        elif kind in _SPOKEN:
            messages += _messages(entry, line)
        elif kind in _TITLES and isinstance(entry.get(_TITLES[kind]), str):
            titles[kind] = entry[_TITLES[kind]]
    title = next((titles[kind] for kind in _TITLES if kind in titles), "")
    return Conversation(title, tuple(messages), skipped)


def is_one(entry: dict[str, Any]) -> bool:
    """Whether a line is one of such a transcript."""
    return "sessionId" in entry or "leafUuid" in entry or ("uuid" in entry and "message" in entry)


def _messages(entry: dict[str, Any], line: int) -> Iterator[Message]:
    """What is said in an entry: words, thoughts left out, tools in a line each."""
    message = entry.get("message")
    if entry.get("isMeta") or not isinstance(message, dict):
        return
    content = message.get("content")
    blocks = content if isinstance(content, list) else [{"type": "text", "text": content}]
    told = [_told(block) for block in blocks if isinstance(block, dict)]
    text = "\n".join(filter(None, told))
    if text:
        speaker = USER if entry["type"] == USER and any(map(_is_spoken, blocks)) else ASSISTANT
        side = "subagent: " if entry.get("isSidechain") else ""
        yield Message(side + speaker, text, local_time(entry.get("timestamp")), line, str(entry.get("uuid", "")))


def _is_spoken(block: object) -> bool:
    """Whether a block of a user's entry is of the user: answers of tools come under the same name."""
    return isinstance(block, dict) and block.get("type") != "tool_result"


def _told(block: dict[str, Any]) -> str:
    match block.get("type"):
        case "text":
            return said(str(block.get("text") or ""))
        case "tool_use":
            return tool_line(str(block.get("name", "tool")), block.get("input"))
        case "tool_result":
            return _answered(block.get("content"))
        case _:
            return ""


def _answered(content: object) -> str:
    parts = content if isinstance(content, list) else [{"text": content}]
    texts = [str(part["text"]) for part in parts if isinstance(part, dict) and part.get("text")]
    return shortened(f"→ {' '.join(texts)}") if texts else ""
