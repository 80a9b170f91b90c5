"""What a host hands over, field by field: whatever is missing, of another kind or no text, is as if it were empty."""

from __future__ import annotations

import os
from typing import Any

from vaultkit.sessions.session_log import session_of


def text(record: dict[str, Any], key: str) -> str:
    """A text; half a surrogate pair in it becomes `?`."""
    value = record.get(key)
    return value.encode("utf-8", "replace").decode() if isinstance(value, str) else ""


def path(record: dict[str, Any], key: str) -> str:
    """A path; "" for what no file system can hold, such as a null character or half a surrogate pair."""
    value = record.get(key)
    if not isinstance(value, str) or "\0" in value:
        return ""
    try:
        os.fsencode(value)
    except UnicodeEncodeError:
        return ""
    return value


def milliseconds(record: dict[str, Any], key: str) -> float | None:
    """A time that something took; None for what is none."""
    value = record.get(key)
    is_time = isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value < 1e10
    return value if is_time else None


def session_id(record: dict[str, Any], *keys: str, transcript: str = "transcript_path") -> str:
    """The first id that the record has under one of these keys, else one made of the transcript's path; else ""."""
    given = next(filter(None, (text(record, key).strip() for key in keys)), "")
    file = path(record, transcript)
    return given or (session_of(file) if file else "")
