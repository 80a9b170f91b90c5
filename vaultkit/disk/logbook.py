"""Logs that do not grow: what went wrong where nobody was looking."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

from vaultkit import clock
from vaultkit.disk.state import home

_LIMIT: Final = 256 * 1024
"""Bytes after which a log is put aside, in the place of the one before it."""


def hook_log() -> Path:
    """The log of the hooks."""
    return Path(home(), "hook.log")


def log(file: Path, text: str) -> None:
    """Append an entry with one write: time, process, text, indented after the first line. Raises OSError."""
    file.parent.mkdir(parents=True, exist_ok=True)
    if file.exists() and file.stat().st_size > _LIMIT:
        os.replace(file, file.with_name(file.name + ".1"))
    words = text.strip().replace("\n", "\n  ")
    entry = f"{clock.now().isoformat(timespec='seconds')} {os.getpid()} {words}\n"
    with open(file, "ab", buffering=0) as opened:
        opened.write(entry.encode("utf-8", "backslashreplace"))


def last_entry(file: Path) -> str:
    """The newest entry of a log, "" if there is none."""
    try:
        text = file.read_text("utf-8", errors="replace")
    except OSError:
        return ""
    lines = text.split("\n")[:-1]
    start = max((number for number, line in enumerate(lines) if not line.startswith(" ")), default=0)
    return "\n".join(lines[start:])
