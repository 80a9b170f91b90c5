"""What a session touched: the path of every file it edited, a line each, and which of them a journal line told of.

    $VAULTKIT_HOME/sessions/ID.jsonl     {"path": ..} for an edit, {"told": OFFSET} for what was told

Lines are appended with one write each, so that hooks that run at once lose none; nothing is ever taken out.
"""

from __future__ import annotations

import json
import os
from contextlib import suppress
from typing import TYPE_CHECKING

from vaultkit.state import checksum, home

if TYPE_CHECKING:
    from datetime import datetime

_LONGEST = 64
_KEPT = 60 * 24 * 3600
"""Seconds: a session may be resumed after weeks."""


def session_log(session: str) -> str:
    """The log of a session, whether it exists or not."""
    plain = session.isascii() and session.replace("-", "").replace("_", "").isalnum() and len(session) <= _LONGEST
    return os.path.join(home(), "sessions", (session if plain else f"session-{checksum(session):08x}") + ".jsonl")


def touch(session: str, path: str) -> None:
    """Note that a session edited the file at an absolute path. Raises OSError."""
    _append(session_log(session), {"path": path})


class Touched:
    """What a session touched since it was last told."""

    def __init__(self, session: str) -> None:
        """Read the log of a session; one that is missing or torn tells what it can. Raises OSError."""
        self._file = session_log(session)
        self.paths: list[str] = []
        """Absolute, each once, in the order in which they were first touched."""
        self.was_told = False
        """Whether a journal line has told of the session before."""
        self._end = 0
        told = 0
        edits: list[tuple[int, str]] = []
        for line in _lines(self._file):
            self._end += len(line)
            match _record(line):
                case {"path": str(path)}:
                    edits.append((self._end, path))
                case {"told": int(offset)}:
                    told, self.was_told = max(told, offset), True
        self.paths = list(dict.fromkeys(path for end, path in edits if end > told))

    def tell(self) -> None:
        """Note that all of this was told. Raises OSError."""
        _append(self._file, {"told": self._end})


def sweep(now: datetime) -> None:
    """Remove the logs of sessions in which nothing was touched for long; what they held was told or is forgotten."""
    with suppress(FileNotFoundError), os.scandir(os.path.join(home(), "sessions")) as logs:
        for log in logs:
            with suppress(OSError):
                if now.timestamp() - log.stat().st_mtime > _KEPT:
                    os.unlink(log)


def _append(file: str, record: dict[str, str | int]) -> None:
    """One line with one write: what is appended at once by others goes before or after it (POSIX write, O_APPEND)."""
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


def _lines(file: str) -> list[bytes]:
    try:
        with open(file, "rb") as log:
            return log.read().splitlines(keepends=True)
    except FileNotFoundError:
        return []


def _record(line: bytes) -> object:
    try:
        return json.loads(line)
    except ValueError:
        return None
