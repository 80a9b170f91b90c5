"""The index of episodes: its tables, and what of a chunk is searched. Disposable."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from graph.asking.rank import Field
from vaultkit.disk import database
from vaultkit.disk.state import state_place
from vaultkit.errors import VaultkitError
from vaultkit.indexing.terms import schema

VERSION: Final = "3"
FIELDS: Final = ("heading", "before", "earlier", "after", "day", "speaker", "body")
"""Of a chunk: the headings above it, the chunk before it, the one before that, the one after, its day, who speaks, its
text."""
WEIGHTS: Final = (
    Field(weight=1.0, decay=0.5),
    Field(weight=2.0, decay=0.5),
    Field(weight=1.0, decay=0.5),
    Field(weight=0.5, decay=0.5),
    Field(weight=1.0, decay=0.5),
    Field(weight=0.0, decay=0.0),
    Field(weight=4.0, decay=0.4),
)
"""How much a term in each of them says. Found on LoCoMo, conversations 1 to 5 (benchmarks/README.md)."""

_SCHEMA: Final = """
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT) WITHOUT ROWID;
CREATE TABLE root (path TEXT PRIMARY KEY) WITHOUT ROWID;
CREATE VIRTUAL TABLE frequency USING fts5vocab(term, col);
CREATE TABLE source (
  path TEXT PRIMARY KEY, kind TEXT, size INT, mtime_ns INT, ctime_ns INT, settled INT, sha TEXT, language TEXT,
  series TEXT, place INT, chunks INT, skipped INT) WITHOUT ROWID;
CREATE INDEX source_language ON source (language);
CREATE INDEX source_series ON source (series, place);
CREATE TABLE chunk (
  number INTEGER PRIMARY KEY, id TEXT UNIQUE, source TEXT, position INT, headings TEXT, whole TEXT, at TEXT,
  anchor TEXT, line INT, text TEXT, digest TEXT);
CREATE INDEX chunk_source ON chunk (source, position);
CREATE INDEX chunk_at ON chunk (at);
"""


def index_file() -> Path:
    """Where the index lies."""
    return state_place()[0] / "episodes.sqlite"


@contextmanager
def opened() -> Iterator[sqlite3.Connection]:
    """The index for whoever changes it, made if it is missing. Raises BrokenIndex and VaultkitError."""
    with database.opened(index_file(), VERSION, schema(FIELDS) + _SCHEMA) as connection:
        yield connection


@contextmanager
def reading() -> Iterator[sqlite3.Connection]:
    """The index as it stands. Raises VaultkitError if there is none, IndexChanged if it is replaced meanwhile."""
    try:
        with database.read(index_file(), VERSION) as connection:
            yield connection
    except database.IndexUnusable as fault:
        what = {"missing": "nothing is indexed yet", "broken": "the index of episodes cannot be read"}
        why = what.get(fault.state, "the index of episodes was made by another version")
        raise VaultkitError(why, "run: vaultkit episodes index PATH") from fault
