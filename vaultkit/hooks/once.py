"""Hooks may be installed twice, for the user and for a project: of two calls for one event, the first one answers."""

from __future__ import annotations

import os
import time
import zlib
from typing import Final

from vaultkit.sessions.session_log import append_to, entries_of, event_log, record

SECONDS: Final = 5.0
"""Within which a host calls all hooks of an event: the same words again later are another event."""
_TAIL: Final = 1 << 16
"""Bytes of the log in which the other call is looked for."""


def is_first(session: str, data: bytes) -> bool:
    """Whether this is the first call for an event, which both get in the same bytes.

    Each notes its call in the log of the session, with one write; the order of these lines decides. Raises OSError.
    """
    log, event, caller = event_log(session), f"{zlib.crc32(data):08x}-{len(data)}", _caller()
    append_to(log, {"event": event, "at": time.time(), "by": caller})
    answered = 0.0
    for _, line in entries_of(log, max(0, os.stat(log).st_size - _TAIL)):
        match record(line):
            case {"event": other, "at": float(at), "by": by} if other == event:
                is_new = at - answered > SECONDS
                answered = at if is_new else answered
                if by == caller:
                    return is_new
    return True


def _caller() -> str:
    return f"{os.getpid()}.{time.time_ns()}"
