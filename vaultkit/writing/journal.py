"""The journal: one note a day, append only. Earlier bytes never change; an entry is written at once or not at all."""

from __future__ import annotations

import errno
import os
import re
from datetime import datetime
from pathlib import Path
from typing import Final, NamedTuple

from templates import fill
from vaultkit import clock
from vaultkit.config import Root
from vaultkit.daily import long_day, read_daily
from vaultkit.disk.contents import read_text
from vaultkit.disk.files import make_folder
from vaultkit.disk.lock import lock
from vaultkit.disk.state import lock_file
from vaultkit.errors import UsageError, VaultkitError

PATIENCE: Final = 30.0
"""Seconds to wait for another writer of the journal."""

_UNTYPED: Final = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff]")
"""Characters that would make the note no text."""
_LINE_END: Final = re.compile(r"\r\n?|\n")


class Day(NamedTuple):
    """The journal of one day."""

    date: str
    path: str
    """Root-relative."""
    text: str


def append(root: Root, text: str, patience: float = PATIENCE) -> str:
    """Add an entry to today's note, and return the note's path. Raises Busy after waiting, and VaultkitError.

    A new day's note begins with frontmatter that keeps the contract. Writers wait for one another, so nothing is lost.
    """
    words = clean(text)
    if not words:
        raise UsageError("there is nothing to write down", 'say what happened: vaultkit journal "TEXT"')
    now = clock.now()
    path = read_daily(root.path).path(now.date())
    file = root.path / path
    make_folder(file.parent)
    with lock(lock_file(root.path), patience=patience):
        _append(file, words, now)
    return path


def last_days(root: Root, count: int) -> list[Day]:
    """The journal of the last `count` days that have one, up to today, oldest first."""
    today = clock.now().date()
    found = sorted(each for each in read_daily(root.path).days(root.path) if each[0] <= today)
    return [
        Day(day.isoformat(), path, read_text(root.path / path, errors="replace"))
        for day, path in found[-count:]
        if count > 0
    ]


def clean(text: str) -> str:
    """A text as it may be written down: what no note can hold is taken out.

    Every entry passes here before anything else sees it, so this is where secrets are to be found as well.
    """
    return _LINE_END.sub("\n", _UNTYPED.sub("", text)).strip()


def entry(words: str, now: datetime) -> str:
    """An entry as a list item, so that nothing in it can run on into the next one (CommonMark 5.2)."""
    lines = words.split("\n")
    return "\n".join([f"- {now:%H:%M} {lines[0]}", *(f"  {line}".rstrip() for line in lines[1:])]) + "\n"


def _append(file: Path, words: str, now: datetime) -> None:
    """One write at the end of the file; what a full disk cut short is taken back."""
    is_new = not os.path.lexists(file)
    try:
        descriptor = os.open(file, os.O_RDWR | os.O_APPEND | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o666)
        try:
            size = os.fstat(descriptor).st_size
            _write_whole(descriptor, size, _addition(descriptor, size, words, now))
        finally:
            os.close(descriptor)
    except OSError as fault:
        if is_new:
            file.unlink(missing_ok=True)
        what = f"cannot write {file} ({fault.strerror or fault}), so nothing was written down"
        raise VaultkitError(what, "check its permissions and the free space") from fault


def _write_whole(descriptor: int, size: int, data: bytes) -> None:
    """Write at the end of a file of that size, or leave it as it is. Raises OSError."""
    try:
        written = os.write(descriptor, data)
        if written < len(data):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        os.fsync(descriptor)
    except OSError:
        os.ftruncate(descriptor, size)
        raise


def _addition(descriptor: int, size: int, words: str, now: datetime) -> bytes:
    """What is to follow the bytes that are there, in their kind of line ends."""
    if not size:
        head = fill("notes/journal.md.j2", date=now.date().isoformat(), day=long_day(now.date()))
        return (head + entry(words, now)).encode()
    os.lseek(descriptor, max(size - 2, 0), os.SEEK_SET)
    end = os.read(descriptor, 2)
    gap = "" if end.endswith(b"\n") else "\n"
    text = gap + entry(words, now)
    return (text.replace("\n", "\r\n") if end == b"\r\n" else text).encode()
