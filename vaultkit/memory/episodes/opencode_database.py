"""OpenCode's database, `opencode.db`: since 1.2 its sessions lie there, and no longer in files of their own.

Tables and columns are those of packages/opencode/src/session/session.sql.ts of github.com/anomalyco/opencode: the ids
stand in columns, `data` is a message or a part without them. A session goes by `opencode.db/<its id>`.
"""

from __future__ import annotations

import json
import os
import re
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from graph.codec import DecodeError, decode_json
from vaultkit.disk import database
from vaultkit.disk.filestat import Stat
from vaultkit.errors import VaultkitError

_NAME: Final = re.compile(r"opencode(-[\w.-]+)?\.db")
"""`opencode-beta.db` is that of another release channel."""
_STANDING: Final = """
SELECT id, sum(rows), max(at), min(at) FROM (
  SELECT id, 1 AS rows, time_updated AS at FROM session
  UNION ALL SELECT session_id, count(*), max(time_updated) FROM message GROUP BY session_id
  UNION ALL SELECT session_id, count(*), max(time_updated) FROM part GROUP BY session_id)
GROUP BY id HAVING max(id IN (SELECT id FROM session))"""


def is_database(path: str) -> bool:
    """Whether a file is such a database, by its name."""
    return _NAME.fullmatch(os.path.basename(path)) is not None


def sessions(file: str) -> Iterator[tuple[str, Stat]]:
    """(path, what tells that it has changed) of every session: its rows, and when the last of them was written.

    Raises VaultkitError for a file that cannot be read.
    """
    with database.read(Path(file), "") as connection:
        for identity, rows, last, first in connection.execute(_STANDING).fetchall():
            yield os.path.join(file, str(identity)), Stat(rows, int(last) * 1_000_000, int(first) * 1_000_000)


def session(path: str, most: int) -> bytes:
    """A session in the form in which OpenCode exports it. Raises OSError, also for one of more than `most` bytes."""
    file, identity = os.path.split(path)
    try:
        with database.read(Path(file), "") as connection:
            return json.dumps(_exported(connection, identity, most), ensure_ascii=False).encode("utf-8", "replace")
    except VaultkitError as fault:
        why = "OpenCode's database cannot be read now, so what was read of it before stays"
        raise OSError(5, why, path) from fault
    except (LookupError, ValueError) as fault:
        raise OSError(5, str(fault), path) from fault


def _exported(connection: sqlite3.Connection, identity: str, most: int) -> dict[str, Any]:
    size = "SELECT sum(length(data)) FROM (SELECT data FROM message WHERE session_id = :id UNION ALL"
    found = connection.execute(f"{size} SELECT data FROM part WHERE session_id = :id)", {"id": identity}).fetchone()
    if (found[0] or 0) > most:
        raise ValueError(f"more than {most // 1024**2} MB")
    title = connection.execute("SELECT title FROM session WHERE id = ?", (identity,)).fetchone()
    if title is None:
        raise LookupError("the session is gone")
    parts: dict[str, list[Any]] = {}
    query = "SELECT message_id, data FROM part WHERE session_id = ? ORDER BY message_id, id"
    for message, data in connection.execute(query, (identity,)):
        parts.setdefault(message, []).append(_value(data))
    query = "SELECT id, data FROM message WHERE session_id = ? ORDER BY time_created, id"
    messages = [
        {"info": {**head, "id": message}, "parts": parts.get(message, [])} if isinstance(head, dict) else None
        for message, head in ((row[0], _value(row[1])) for row in connection.execute(query, (identity,)))
    ]
    return {"info": {"id": identity, "title": title[0]}, "messages": messages}


def _value(data: Any) -> Any:
    try:
        return decode_json(data)
    except (DecodeError, RecursionError, TypeError):
        return None
