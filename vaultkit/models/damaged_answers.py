"""A damaged `answers.sqlite`: it is set aside, and what can still be read of it goes into a new one."""

from __future__ import annotations

import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

from graph.codec import DecodeError, decode_json
from graph.text import counted
from vaultkit.disk.database import PATIENCE, parts
from vaultkit.disk.files import move_aside
from vaultkit.disk.lock import lock
from vaultkit.disk.state import lock_file
from vaultkit.models.answers import Asker, answers_file, open_answers

_Answer = tuple[str, Asker, dict[str, Any]]


def renew() -> str:
    """Make a new store of what a damaged one still holds; what was done, in words.

    They are "" if the store is sound: another process was faster. Raises VaultkitError.
    """
    file = answers_file()
    with lock(lock_file(file), patience=PATIENCE):
        rows = _rows(file)
        found = [each for row in rows if (each := _answer(*row)) is not None]
        if len(found) == len(rows) and _is_sound(file):
            return ""
        aside, *_ = (move_aside(part) for part in parts(file) if part.exists())
        with open_answers() as answers:
            answers.keep_all(found)
    kept = f"{counted(len(found), 'answer')} of it could be kept"
    return f"{file} was damaged and is now {aside}: {kept}, a model is asked about the other sections again"


def _is_sound(file: Path) -> bool:
    try:
        with closing(sqlite3.connect(file)) as connection:
            return bool(connection.execute("PRAGMA quick_check").fetchone() == ("ok",))
    except sqlite3.Error:
        return False


def _rows(file: Path) -> list[tuple[Any, ...]]:
    """The rows of answers before the damage and after it, in the order in which they were accepted."""
    found: dict[int, tuple[Any, ...]] = {}
    with closing(sqlite3.connect(file)) as connection:
        connection.text_factory = lambda data: data.decode("utf-8", "replace")
        for order in ("ASC", "DESC"):
            query = f"SELECT number, section, model, prompt, answer FROM answer ORDER BY number {order}"
            with suppress(sqlite3.Error):
                for number, *row in connection.execute(query):
                    found[number] = tuple(row)
    return [found[number] for number in sorted(found)]


def _answer(*row: object) -> _Answer | None:
    """Section, asker and answer of a row, None if they are not there."""
    texts = [each for each in row if isinstance(each, str)]
    if len(texts) < len(row):
        return None
    section, model, prompt, answer = texts
    try:
        value = decode_json(answer)
    except DecodeError:
        return None
    return (section, Asker(model, prompt), value) if isinstance(value, dict) else None
