"""The log of a session: what it did, a line of JSON for each thing, appended by hooks as it happens.

    $VAULTKIT_HOME/sessions/ID.jsonl     {"path": ..} an edit, {"told": OFFSET} what the journal told of, {"call": ..}
                                         a tool that was called
    $VAULTKIT_HOME/sessions/ID.events    {"event": ..} a hook that was called (hooks/once.py)

Each entry is one write, so that hooks that run at once lose none; nothing is ever taken out.
"""

from __future__ import annotations

import json
import os
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from vaultkit.disk.state import checksum, home

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime

_LONGEST = 64
_DIGITS = 12
"""Of the hash that stands for a session without an id."""
_KEPT = 60 * 24 * 3600
"""Seconds: a session may be resumed after weeks."""


def session_of(transcript: str) -> str:
    """An id for the session that a transcript holds: the same for the same path."""
    import hashlib  # hosts that tell an id, which is nearly all, need no hash

    whole = os.path.abspath(os.path.expanduser(transcript))
    return hashlib.sha256(whole.encode("utf-8", "surrogateescape")).hexdigest()[:_DIGITS]


def session_log(session: str) -> str:
    """The log of a session, whether it exists or not."""
    plain = session.isascii() and session.replace("-", "").replace("_", "").isalnum() and len(session) <= _LONGEST
    return os.path.join(home(), "sessions", (session if plain else f"session-{checksum(session):08x}") + ".jsonl")


def event_log(session: str) -> str:
    """The log of the hooks that were called for a session, whether it exists or not."""
    return session_log(session).removesuffix(".jsonl") + ".events"


def append(session: str, record: dict[str, Any]) -> None:
    """Add a line to the log of a session. Raises OSError."""
    append_to(session_log(session), record)


def append_to(file: str, record: dict[str, Any]) -> None:
    """Add a line with one write: what is appended at once by others goes before or after it (POSIX write, O_APPEND).

    Raises OSError.
    """
    flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | getattr(os, "O_BINARY", 0)
    try:
        descriptor = os.open(file, flags, 0o600)
    except FileNotFoundError:
        os.makedirs(os.path.dirname(file), exist_ok=True)
        descriptor = os.open(file, flags, 0o600)
    try:
        os.write(descriptor, json.dumps(record).encode() + b"\n")
    finally:
        os.close(descriptor)


def entries(session: str, start: int = 0) -> Iterator[tuple[int, bytes]]:
    """The lines of a session's log from an offset on: as `entries_of`. Raises OSError."""
    return entries_of(session_log(session), start)


def entries_of(file: str, start: int = 0) -> Iterator[tuple[int, bytes]]:
    """The lines of a log from an offset on, each with the offset at which it ends; of a shorter log, all.

    A last line that is being written is left out. Raises OSError.
    """
    try:
        with open(file, "rb") as log:
            end = start if start <= os.fstat(log.fileno()).st_size else 0
            log.seek(end)
            found = log.read().splitlines(keepends=True)
    except FileNotFoundError:
        return
    for line in found:
        end += len(line)
        if line.endswith(b"\n"):
            yield end, line


def record(line: bytes) -> object:
    """What a line says; None for one that is torn."""
    try:
        return json.loads(line)
    except ValueError:
        return None


def sweep(now: datetime) -> None:
    """Remove the logs of sessions in which nothing was done for long; what they held was told or is forgotten."""
    with suppress(FileNotFoundError), os.scandir(os.path.join(home(), "sessions")) as logs:
        for log in logs:
            with suppress(OSError):
                if now.timestamp() - log.stat().st_mtime > _KEPT:
                    os.unlink(log)
