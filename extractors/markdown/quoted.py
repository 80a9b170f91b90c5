"""Names of code that a note says in backticks: `Session.send`, `db.connect()`, `src/app.py`."""

from __future__ import annotations

from typing import Final

from extractors.markdown.parsed import Note
from graph.regex import regex

_NAME: Final = regex(r"`\s*((?:\.{0,2}/)?[A-Za-z_@][\w@-]*(?:(?:::|[./#])[A-Za-z_][\w-]*)*(?:\(\))?)\s*`")
_LONGEST: Final = 120


def quoted_names(note: Note) -> tuple[tuple[str, tuple[int, ...]], ...]:
    """(name, lines) of every code span that may name a symbol or file of code, in order."""
    found: dict[str, list[int]] = {}
    for start, end in note.content.code:
        if end - start <= _LONGEST and (name := _NAME.fullmatch(note.text, start, end)):
            found.setdefault(name[1], []).append(note.lines.place(start)[0])
    return tuple((name, tuple(lines)) for name, lines in found.items())
