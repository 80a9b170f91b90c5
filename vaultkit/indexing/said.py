"""What a model says of each note, and how the note's sections stand: tables of the index."""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Iterable
from typing import Final, Literal, NamedTuple

from graph.codec import decode_fragment, encode_fragment
from graph.concept_names import initials
from graph.model import Fragment

SCHEMA: Final = """
CREATE TABLE said (path TEXT PRIMARY KEY, fragment BLOB) WITHOUT ROWID;
CREATE TABLE section (path TEXT, line INT, sha TEXT, state TEXT, why TEXT, PRIMARY KEY (path, line, sha)) WITHOUT ROWID;
CREATE INDEX section_sha ON section (sha, path);
CREATE TABLE spelled (initials TEXT, concept TEXT, path TEXT, PRIMARY KEY (initials, concept, path)) WITHOUT ROWID;
CREATE INDEX spelled_path ON spelled (path);
"""


class SectionState(NamedTuple):
    """How a section of a note stands."""

    line: int
    sha: str
    state: Literal["read", "new", "failed", "other"]
    """other: its text counts as that of another row, the halves by the whole or the whole by its halves."""
    why: str = ""
    """It failed; of one that was read, which model read it."""


class Said:
    """Inside the caller's transaction."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        """Use the tables that `SCHEMA` made."""
        self._db = connection

    def put(self, path: str, said: Fragment | None, sections: Iterable[SectionState]) -> bool:
        """Keep what is said of a note, and how its sections stand; whether it is something else than before."""
        before = self._state(path)
        self.forget(path)
        rows = ((path, *each) for each in sections)
        self._db.executemany("INSERT OR IGNORE INTO section VALUES (?, ?, ?, ?, ?)", rows)
        if said is not None:
            self._db.execute("INSERT INTO said VALUES (?, ?)", (path, encode_fragment(said)))
            spelled = ((each, node.id, path) for node in said.nodes for each in initials(node.label))
            self._db.executemany("INSERT OR IGNORE INTO spelled VALUES (?, ?, ?)", spelled)
        return self._state(path) != before

    def forget(self, path: str) -> None:
        """Drop all about a note."""
        self._db.execute("DELETE FROM section WHERE path = ?", (path,))
        self._db.execute("DELETE FROM said WHERE path = ?", (path,))
        self._db.execute("DELETE FROM spelled WHERE path = ?", (path,))

    def spelled(self, letters: str) -> list[str]:
        """The concepts of all notes whose initials these are, by their ids."""
        query = "SELECT DISTINCT concept FROM spelled WHERE initials = ? ORDER BY concept"
        return [row[0] for row in self._db.execute(query, (letters,))]

    def initials(self, path: str) -> set[tuple[str, str]]:
        """(initials, concept) of all that is said in a note and has several words."""
        return set(self._db.execute("SELECT initials, concept FROM spelled WHERE path = ?", (path,)))

    def of(self, path: str) -> Fragment | None:
        """What is said of a note, None if nothing."""
        row = self._db.execute("SELECT fragment FROM said WHERE path = ?", (path,)).fetchone()
        return decode_fragment(row[0]) if row else None

    def is_used(self) -> bool:
        """Whether a section was ever looked up."""
        return self._db.execute("SELECT 1 FROM section LIMIT 1").fetchone() is not None

    def digest(self) -> str:
        """A hash of all that is said."""
        digest = hashlib.sha256()
        for row in self._db.execute("SELECT path, fragment FROM said ORDER BY path"):
            digest.update(repr(row).encode())
        digest.update(repr(self.sections()).encode())
        return digest.hexdigest()

    def holders(self, sha: str) -> list[str]:
        """The notes that have a section."""
        return [row[0] for row in self._db.execute("SELECT DISTINCT path FROM section WHERE sha = ?", (sha,))]

    def sections(self) -> list[tuple[str, SectionState]]:
        """(path, section) of all notes, in order."""
        rows = self._db.execute("SELECT path, line, sha, state, why FROM section ORDER BY path, line, sha")
        return [(row[0], SectionState(*row[1:])) for row in rows]

    def _state(self, path: str) -> tuple[object, ...]:
        said = self._db.execute("SELECT fragment FROM said WHERE path = ?", (path,)).fetchone()
        query = "SELECT line, sha, state, why FROM section WHERE path = ? ORDER BY line, sha"
        return said, self._db.execute(query, (path,)).fetchall()
