"""Reads a source: whatever its format is, passages come of it."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple, Protocol

from graph.codec import DecodeError, decode_json
from vaultkit.disk.contents import read_regular
from vaultkit.memory.episodes import markdown, opencode_database
from vaultkit.memory.episodes.chunk import Reading
from vaultkit.memory.episodes.sources import Kind, session_files
from vaultkit.memory.episodes.transcripts import claude, codex, opencode
from vaultkit.memory.episodes.transcripts.lines import objects
from vaultkit.memory.episodes.transcripts.turn import Conversation

MOST: Final = 256 * 1024 * 1024
"""Bytes of a file that are read; the longest transcripts have a few dozen million."""
_PROBED: Final = 20
"""Lines that are looked at to tell whose transcript it is."""


class Format(Protocol):
    """A format of transcripts in JSON Lines."""

    def is_one(self, entry: dict[str, Any], /) -> bool:
        """Whether a line is one of such a transcript."""

    def read(self, text: str, /) -> Conversation:
        """The conversation in a transcript."""


FORMATS: Final[Sequence[Format]] = (claude, codex)


class Bytes(NamedTuple):
    """What a source holds, as it lies on the disk."""

    data: bytes
    sha: str


def load(kind: Kind, path: str) -> Bytes:
    """The bytes of a source. Raises OSError, also for one that is too large."""
    if kind == "database":
        data = opencode_database.session(path, MOST)
        return Bytes(data, hashlib.sha256(data).hexdigest())
    file = Path(path)
    data = _whole(file)
    if kind == "storage":
        data = _assembled(file, data)
    return Bytes(data, hashlib.sha256(data).hexdigest())


def read(kind: Kind, path: str, data: bytes) -> Reading:
    """The passages of a source. Never raises: what nobody can read is counted as skipped."""
    text = data.decode("utf-8-sig", "replace")
    if kind == "markdown":
        return markdown.read(text, path)
    return conversation(kind, path, text).reading()


def conversation(kind: Kind, path: str, text: str) -> Conversation:
    """The conversation in a transcript, under the name of its file unless it has a title."""
    if kind == "lines":
        found = _of_lines(text)
    else:
        found = opencode.read(text) if _is_session(text) else Conversation("", (), 0)
    return found if found.title else found._replace(title=Path(path).stem)


def _of_lines(text: str) -> Conversation:
    """The conversation in the first format that one of the first lines speaks for; of none, every line is skipped."""
    probed = [entry for _, (_, entry) in zip(range(_PROBED), objects(text), strict=False) if entry]
    for each in FORMATS:
        if any(map(each.is_one, probed)):
            return each.read(text)
    return Conversation("", (), sum(1 for _ in objects(text)))


def _is_session(text: str) -> bool:
    """Whether a JSON file is a session of OpenCode, told before it is read whole: most JSON files are none."""
    return text.lstrip()[:1] == "{" and '"messages"' in text and '"info"' in text


def _whole(file: Path) -> bytes:
    data = read_regular(file, MOST + 1)
    if len(data) > MOST:
        raise OSError(27, f"more than {MOST // 1024**2} MB", str(file))
    return data


def _assembled(session: Path, own: bytes) -> bytes:
    """A session of OpenCode's storage in the form in which it is exported."""
    import json

    info = _value(own)
    parts: dict[str, list[Any]] = {}
    heads: list[Any] = []
    for file in session_files(session):
        value = _value(_whole(file))
        if file.parent.parent.name == "message":
            heads.append({**value, "id": file.stem} if isinstance(value, dict) else None)
        else:
            parts.setdefault(file.parent.name, []).append(value)
    messages = [{"info": head, "parts": parts.get(head["id"], [])} if head else None for head in heads]
    return json.dumps({"info": info if isinstance(info, dict) else {}, "messages": messages}).encode()


def _value(data: bytes) -> Any:
    try:
        return decode_json(data)
    except (DecodeError, RecursionError):
        return None
