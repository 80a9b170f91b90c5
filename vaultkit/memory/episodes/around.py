"""What stands around a chunk, read from its source as it is now: the section of a note, the turns of a conversation."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from typing import Final, NamedTuple

from extractors.markdown.content import read_content
from extractors.properties.frontmatter import read_frontmatter
from vaultkit.errors import UsageError, VaultkitError
from vaultkit.memory.episodes.reading import conversation, load
from vaultkit.memory.episodes.sources import Kind, kind_of
from vaultkit.memory.episodes.transcripts.turn import Message
from vaultkit.memory.redact import redact

TURNS: Final = 3
"""Turns that are shown before and after the one that is meant."""


class Kept(NamedTuple):
    """A chunk as the index has it."""

    id: str
    source: str
    kind: Kind
    position: int
    headings: tuple[str, ...]
    at: str
    anchor: str
    line: int
    text: str

    @property
    def is_spoken(self) -> bool:
        """Whether it is part of a conversation."""
        return self.kind != "markdown"


class Excerpt(NamedTuple):
    """Lines of a source."""

    source: str
    first: int
    last: int
    text: str


class Talk(NamedTuple):
    """Turns of a conversation."""

    source: str
    title: str
    turns: tuple[Message, ...]
    meant: int
    """Which of them was asked for, from 0; -1 if none was."""


def chunk_of(connection: sqlite3.Connection, identity: str) -> Kept:
    """The chunk of an id or of how it begins. Raises VaultkitError if there is none, or several."""
    if len(identity) < 4 or not identity.isalnum():
        raise UsageError(f"{identity!r} is no id of a chunk", "take one that `vaultkit episodes search` shows")
    rows = connection.execute(
        "SELECT id, source, kind, position, headings, at, anchor, line, text FROM chunk"
        " JOIN source ON source.path = chunk.source WHERE id >= ? AND id < ? LIMIT 2",
        (identity, identity + "\x7f"),
    ).fetchall()
    if len(rows) > 1:
        raise VaultkitError(f"several chunks have an id that begins with {identity}", "give more of it")
    if not rows:
        raise VaultkitError(f"there is no chunk {identity}", "search again: its source has changed, or is gone")
    row = rows[0]
    return Kept(row[0], row[1], row[2], row[3], tuple(json.loads(row[4])), *row[5:])


def section_of(kept: Kept, lines: int | None = None) -> Excerpt:
    """The section around a chunk of a note, or so many lines before and after it. Raises VaultkitError.

    The section is what stands below its innermost heading, with the headings below that one.
    """
    text = _text(kept.source, kept.kind).replace("\r\n", "\n")
    every = text.split("\n")
    if lines is not None:
        first, last = kept.line - lines, kept.line + kept.text.count("\n") + lines
    else:
        first, last = _section(text, kept.line, len(every))
    first, last = max(first, 1), min(last, len(every))
    return Excerpt(kept.source, first, last, redact("\n".join(every[first - 1 : last])).rstrip())


def talk_around(connection: sqlite3.Connection, named: str, turn: str, count: int) -> Talk:
    """The turns around one, of a chunk or of a transcript. Raises VaultkitError.

    Without a turn those around the chunk, of a transcript the last ones. A note that says from which transcript it was
    taken stands for that one.
    """
    source, kind, anchor = _meant(connection, named)
    found = conversation(kind, source, _text(source, kind))
    turns = found.turns()
    if not turns:
        raise VaultkitError(
            f"{source} is no transcript that is known here", "name one of Claude Code, Codex or OpenCode"
        )
    wanted = turn or anchor
    at = next((place for place, each in enumerate(turns) if wanted and _is(each, wanted)), None)
    at = _holder(found.messages, turns, wanted) if at is None and wanted else at
    if at is None and turn:
        raise VaultkitError(f"there is no turn {turn} in {source}", "without one, the last turns are shown")
    middle = len(turns) - 1 if at is None else at
    first = max(0, middle - count)
    shown = tuple(each._replace(text=redact(each.text)) for each in turns[first : middle + count + 1])
    return Talk(source, found.title, shown, -1 if at is None else at - first)


def _meant(connection: sqlite3.Connection, named: str) -> tuple[str, Kind, str]:
    """(source, kind, anchor) of a chunk or of a transcript: a file, or a session in OpenCode's database."""
    file = Path(named).absolute()
    row = connection.execute("SELECT kind FROM source WHERE path = ?", (str(file),)).fetchone()
    kind = row[0] if row else kind_of(named) if file.exists() else None
    if kind and kind != "markdown":
        return str(file), kind, ""
    kept = chunk_of(connection, named)
    if kept.is_spoken:
        return kept.source, kept.kind, kept.anchor
    path, _, anchor = kept.anchor.rpartition("#")
    place = str((Path(kept.source).parent / path).resolve())
    kind = kind_of(place) if path else None
    if kind is None or kind == "markdown":
        raise VaultkitError(f"{kept.source} is a note and names no transcript", f"read it: expand {kept.id}")
    return place, kind, anchor


def _is(turn: Message, wanted: str) -> bool:
    return turn.anchor.startswith(wanted) or wanted == f"L{turn.line}"


def _holder(messages: tuple[Message, ...], turns: list[Message], wanted: str) -> int | None:
    """The turn into which the message of an anchor was joined."""
    line = next((each.line for each in messages if _is(each, wanted)), None)
    if line is None:
        return None
    return max((place for place, each in enumerate(turns) if each.line <= line), default=None)


def _section(text: str, line: int, end: int) -> tuple[int, int]:
    """From the last heading up to a line to the line before the next one that is not below it."""
    start = read_frontmatter(text).end
    headings = read_content(text, start).headings
    above = next((each for each in reversed(headings) if each.line <= line), None)
    if above is None:
        return text.count("\n", 0, start) + 1, headings[0].line - 1 if headings else end
    behind = (each.line for each in headings if each.line > above.line and each.level <= above.level)
    return above.line, next(behind, end + 1) - 1


def _text(source: str, kind: Kind) -> str:
    try:
        return load(kind, source)[0].decode("utf-8-sig", "replace")
    except OSError as fault:
        raise VaultkitError(
            f"{source} cannot be read ({fault.strerror or fault})", "index again: it may be gone"
        ) from fault
