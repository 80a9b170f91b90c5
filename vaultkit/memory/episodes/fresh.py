"""Brings the index up to date before it is asked, if that takes no time: what was just written is found."""

from __future__ import annotations

from typing import Final

from graph.text import counted
from vaultkit.disk.lock import Busy
from vaultkit.memory.episodes.indexing import index
from vaultkit.memory.episodes.meaning import Embedding, embed
from vaultkit.memory.episodes.standing import behind
from vaultkit.memory.episodes.tables import reading

_AT_ONCE: Final = 100
"""Files that are read while somebody waits for an answer."""
_EMBEDDED_AT_ONCE: Final = 32
"""Texts that are embedded meanwhile: the small models that run everywhere take 50 ms for each (benchmarks)."""
_PATIENCE: Final = 0.5
"""Seconds to wait for another process that indexes."""


def freshen(embedding: Embedding | None = None) -> str:
    """Read and embed what has changed, if it is little; else say how far the index is behind. "" if it is up to date.

    Raises VaultkitError if nothing is indexed, or the model of `embedding` cannot be had.
    """
    return "; ".join(filter(None, (_read(), _embed(embedding))))


def _read() -> str:
    with reading() as connection:
        roots = tuple(row[0] for row in connection.execute("SELECT path FROM root ORDER BY path"))
        count = behind(connection, roots)
    if not count:
        return ""
    if count <= _AT_ONCE:
        try:
            index(patience=_PATIENCE)
        except Busy:
            return ""  # the other one reads them
        return ""
    return f"{counted(count, 'file')} changed since; run: vaultkit episodes index"


def _embed(embedding: Embedding | None) -> str:
    if embedding is None or not embedding.is_on:
        return ""
    with reading() as connection:
        count = embed(connection, embedding.embedder(), _EMBEDDED_AT_ONCE)
    if count <= _EMBEDDED_AT_ONCE:
        return ""
    return f"{counted(count, 'text')} not embedded yet; run: vaultkit episodes index"
