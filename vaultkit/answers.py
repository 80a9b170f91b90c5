"""What models answered of sections of notes, `answers.sqlite`: input of every build, kept until asked for anew."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, NamedTuple

from graph.codec import decode_json, encode_json
from vaultkit.database import kept, transaction
from vaultkit.state import state_place

FILE: Final = "answers.sqlite"

_MIGRATIONS: Final = (
    (
        "CREATE TABLE store (id TEXT, number INT)",
        "INSERT INTO store VALUES (lower(hex(randomblob(8))), 0)",
        "CREATE TABLE answer (number INTEGER PRIMARY KEY, section TEXT, model TEXT, prompt TEXT, answer TEXT,"
        " UNIQUE (section, model, prompt))",
        "CREATE TABLE failure (section TEXT PRIMARY KEY, model TEXT, prompt TEXT, why TEXT, settled INT, number INT)"
        " WITHOUT ROWID",
        "CREATE INDEX failure_number ON failure (number)",
        "CREATE TABLE spent (day TEXT PRIMARY KEY, seconds REAL) WITHOUT ROWID",
    ),
)


class Asker(NamedTuple):
    """Who answers what: a model by its name and weights, and the version of the prompt."""

    model: str
    prompt: str


class Failure(NamedTuple):
    """Why a section was not read."""

    asker: Asker
    why: str
    settled: bool
    """Whether the same would come of it again."""


class Position(NamedTuple):
    """Up to where a store had been written when somebody looked."""

    store: str
    number: int


class Answers:
    """The open store. The last answer that was accepted for a section counts, whichever model gave it."""

    def __init__(self, connection: Any) -> None:
        """Use an open connection; see `open_answers`."""
        self._db = connection

    def position(self) -> Position:
        """Where the store stands now; every change moves it."""
        return Position(*self._db.execute("SELECT id, number FROM store").fetchone())

    def changed_since(self, number: int) -> set[str]:
        """The sections of which something was learnt since the store stood at `number`."""
        query = "SELECT section FROM answer WHERE number > ? UNION SELECT section FROM failure WHERE number > ?"
        return {row[0] for row in self._db.execute(query, (number, number))}

    def answer(self, section: str) -> dict[str, Any] | None:
        """The answer that counts for a section (its hash); None if there is none."""
        query = "SELECT answer FROM answer WHERE section = ? ORDER BY number DESC LIMIT 1"
        row = self._db.execute(query, (section,)).fetchone()
        found = decode_json(row[0]) if row else None
        return found if isinstance(found, dict) else None

    def asker(self, section: str) -> Asker | None:
        """Who gave the answer that counts for a section, None if there is none."""
        query = "SELECT model, prompt FROM answer WHERE section = ? ORDER BY number DESC LIMIT 1"
        row = self._db.execute(query, (section,)).fetchone()
        return Asker(*row) if row else None

    def failure(self, section: str) -> Failure | None:
        """Why a section has no answer, if somebody tried."""
        query = "SELECT model, prompt, why, settled FROM failure WHERE section = ?"
        row = self._db.execute(query, (section,)).fetchone()
        return Failure(Asker(row[0], row[1]), row[2], bool(row[3])) if row else None

    def keep(self, section: str, asker: Asker, answer: dict[str, Any]) -> None:
        """Accept an answer: from now on it counts."""
        with transaction(self._db):
            values = (self._next(), section, *asker, encode_json(answer).decode())
            self._db.execute("INSERT OR REPLACE INTO answer VALUES (?, ?, ?, ?, ?)", values)
            self._db.execute("DELETE FROM failure WHERE section = ?", (section,))

    def fail(self, section: str, failure: Failure) -> None:
        """Note why a section was not read; an answer that it has stays."""
        with transaction(self._db):
            if self.asker(section) is None:
                values = (section, *failure.asker, failure.why, failure.settled, self._next())
                self._db.execute("INSERT OR REPLACE INTO failure VALUES (?, ?, ?, ?, ?, ?)", values)

    def settle(self, sections: Iterable[str]) -> None:
        """Note of sections that failed that the same would come of it again."""
        with transaction(self._db):
            self._db.executemany("UPDATE failure SET settled = 1 WHERE section = ?", ((each,) for each in sections))

    def spent(self, day: str) -> float:
        """How many seconds models were asked on a day."""
        row = self._db.execute("SELECT seconds FROM spent WHERE day = ?", (day,)).fetchone()
        return float(row[0]) if row else 0.0

    def spend(self, day: str, seconds: float) -> None:
        """Add to the time of a day; other days are forgotten."""
        with transaction(self._db):
            total = self.spent(day) + seconds
            self._db.execute("DELETE FROM spent")
            self._db.execute("INSERT INTO spent VALUES (?, ?)", (day, total))

    def _next(self) -> int:
        self._db.execute("UPDATE store SET number = number + 1")
        return int(self._db.execute("SELECT number FROM store").fetchone()[0])


def answers_file() -> Path:
    """Where the store lies, whether it exists or not."""
    return state_place()[0] / FILE


@contextmanager
def open_answers() -> Iterator[Answers]:
    """The store, made if it is missing. Raises VaultkitError."""
    with kept(answers_file(), _MIGRATIONS) as connection:
        yield Answers(connection)


@contextmanager
def answers_if_any() -> Iterator[Answers | None]:
    """The store, None if no model ever answered. Raises VaultkitError."""
    if not answers_file().exists():
        yield None
        return
    with open_answers() as answers:
        yield answers
