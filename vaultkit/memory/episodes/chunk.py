"""Chunks: what a search finds. Passages of a source, without secrets, cut to a size. Pure."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterable
from typing import Final, NamedTuple

from graph.text import well_formed
from vaultkit.memory.episodes.splitting import split
from vaultkit.memory.redact import redact

SPEAKERS: Final = ("user", "assistant")
"""Who speaks in a transcript."""
_SAYS: Final = re.compile(
    r"(?:[-*>] )?(?:\*\*|__)?([^\W\d_][\w'’.-]{0,30}(?: [^\W\d_][\w'’.-]{0,30}){0,2})(?:\*\*|__)?[:：](?:\*\*|__)?\s"
)


class Passage(NamedTuple):
    """A section of a note or a turn of a conversation, as it stands in its source."""

    text: str
    line: int
    """Where its text begins, 1-based."""
    headings: tuple[str, ...]
    """The headings above it, the outermost first; of a turn the conversation and who speaks."""
    at: str
    """When: a day, or a time with its offset, ISO 8601; "" if nothing says so."""
    anchor: str = ""
    """What the client calls the turn."""


class Reading(NamedTuple):
    """What a source holds."""

    passages: tuple[Passage, ...]
    skipped: int = 0
    """Lines that nobody could make sense of."""


class Chunk(NamedTuple):
    """A piece of a passage."""

    id: str
    """16 hexadecimal digits of a SHA-256."""
    headings: tuple[str, ...]
    at: str
    anchor: str
    line: int
    text: str

    @property
    def digest(self) -> str:
        """What tells its text from others: vectors are kept by it."""
        return hashlib.sha256(self.text.encode()).hexdigest()[:32]

    @property
    def speaker(self) -> str:
        """Who says it: of a turn its heading, of a note the name it begins with (`Anna: ..`); "" if nobody does."""
        if self.headings and self.headings[-1].rpartition(": ")[2] in SPEAKERS:
            return self.headings[-1]
        found = _SAYS.match(self.text)
        return found[1] if found else ""


def chunks_of(source: str, passages: Iterable[Passage]) -> list[Chunk]:
    """The chunks of a source, in order; empty passages have none.

    An id hangs on the source, the headings and the text: it stays when other parts of the source change.
    """
    seen: Counter[str] = Counter()
    chunks: list[Chunk] = []
    for passage in passages:
        headings = tuple(redact(well_formed(heading)) for heading in passage.headings)
        heading = "\x1f".join(headings)
        for line, text in _pieces(passage):
            same = f"{source}\x1e{heading}\x1e{passage.anchor}\x1e{text}"
            seen[same] += 1
            digest = hashlib.sha256(f"{same}\x1e{seen[same]}".encode()).hexdigest()
            chunks.append(Chunk(digest[:16], headings, passage.at, passage.anchor, line, text))
    return chunks


def _pieces(passage: Passage) -> list[tuple[int, str]]:
    """(line, text) of the pieces of a passage. If a secret took lines with it, all are told by the first one."""
    whole = well_formed(passage.text)
    kept = redact(whole)
    counts = kept.count("\n") == whole.count("\n")
    found: list[tuple[int, str]] = []
    line, last = passage.line, 0
    for offset, piece in split(kept):
        line += kept.count("\n", last, offset) if counts else 0
        last = offset
        lead = len(piece) - len(piece.lstrip())
        if piece.strip():
            found.append((line + piece.count("\n", 0, lead) if counts else line, piece.strip()))
    return found
