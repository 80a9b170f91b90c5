"""What every transcript comes to: turns. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any, Final, NamedTuple

from vaultkit.memory.episodes.chunk import SPEAKERS, Passage, Reading

USER, ASSISTANT = SPEAKERS
_SHOWN: Final = 200
"""Characters that are kept of what a tool was given, and of what it answered."""
_INJECTED: Final = re.compile(
    r"<(environment_context|user_instructions|permissions[^>]*|INSTRUCTIONS|turn_aborted|system-reminder"
    r"|local-command-[a-z]+|command-(?:name|message|args|contents))>.*?</\1>",
    re.DOTALL,
)
"""What clients put among the words of a user (Claude Code, Codex): nobody has said it."""


class Message(NamedTuple):
    """One message, or a part of one."""

    speaker: str
    text: str
    at: str
    line: int
    anchor: str = ""


class Conversation(NamedTuple):
    """A transcript."""

    title: str
    messages: tuple[Message, ...]
    skipped: int
    """Lines of no known kind."""

    def turns(self) -> list[Message]:
        """The messages, those that follow one another of the same speaker joined."""
        joined: list[Message] = []
        for message in self.messages:
            if joined and joined[-1].speaker == message.speaker:
                joined[-1] = joined[-1]._replace(text=f"{joined[-1].text}\n{message.text}")
            else:
                joined.append(message)
        return joined

    def reading(self) -> Reading:
        """The turns as passages."""
        passages = (
            Passage(turn.text, turn.line, tuple(filter(None, (self.title, turn.speaker))), turn.at, turn.anchor)
            for turn in self.turns()
        )
        return Reading(tuple(passages), self.skipped)


def said(text: str) -> str:
    """What somebody has said, without what a client put in."""
    return _INJECTED.sub("", text).strip()


def tool_line(name: str, given: Any) -> str:
    """A call of a tool, in a line."""
    values = given.values() if isinstance(given, dict) else [given]
    words = [" ".join(map(str, value)) if isinstance(value, list) else str(value) for value in values]
    return shortened(f"[{name}] {' '.join(words)}")


def shortened(text: str) -> str:
    """As much of a text as is kept of tools, in one line."""
    line = " ".join(text[: 4 * _SHOWN].split())
    return line if len(line) <= _SHOWN else line[: _SHOWN - 1] + "…"


def local_time(stamp: object) -> str:
    """A time as clients write it, ISO 8601 or milliseconds since 1970, in local time; "" if it is none."""
    try:
        if isinstance(stamp, int | float):
            return datetime.fromtimestamp(stamp / 1000, UTC).astimezone().isoformat(timespec="minutes")
        return datetime.fromisoformat(str(stamp)).astimezone().isoformat(timespec="minutes")
    except (ValueError, OverflowError, OSError):
        return ""


def texts(content: object, kinds: Iterable[str]) -> str:
    """The texts of a message: a text itself, or the parts of these kinds."""
    if isinstance(content, str):
        return content
    parts = content if isinstance(content, list) else []
    wanted = frozenset(kinds)
    return "\n".join(
        part["text"]
        for part in parts
        if isinstance(part, dict) and part.get("type") in wanted and isinstance(part.get("text"), str)
    )
