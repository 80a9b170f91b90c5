"""What models answered of sections of notes, `answers.sqlite`: input of every build, kept until asked for anew."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, NamedTuple

from graph.codec import DecodeError, decode_json, encode_json
from vaultkit.disk.database import Damaged, kept, transaction
from vaultkit.disk.state import state_place

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
    (
        "ALTER TABLE failure RENAME COLUMN settled TO repeated",
        "ALTER TABLE failure ADD COLUMN runs INT NOT NULL DEFAULT 0",
        "ALTER TABLE failure ADD COLUMN saved TEXT",
        "CREATE TABLE steadiness (model TEXT, prompt TEXT, again REAL, same REAL, PRIMARY KEY (model, prompt))"
        " WITHOUT ROWID",
    ),
)
_MEMORY: Final = 0.98
"""What each further answer leaves of the weight of those before: about fifty count."""
_RUNS: Final = 3
"""After so many runs with answers and none of use, the next one would bring no other."""


_FAIL: Final = (
    "INSERT INTO failure (section, model, prompt, why, number, repeated, runs, saved) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
    " ON CONFLICT (section) DO UPDATE SET model = excluded.model, prompt = excluded.prompt, why = excluded.why,"
    " number = excluded.number, repeated = excluded.repeated, runs = excluded.runs,"
    " saved = coalesce(excluded.saved, saved)"
)


class Asker(NamedTuple):
    """Who answers what: a model by its name and weights, and the version of the prompt."""

    model: str
    prompt: str


class Failure(NamedTuple):
    """Why a section was not read."""

    asker: Asker
    why: str
    repeated: bool = False
    """Whether the very same answer, of no use, came twice."""
    again: bool = True
    """Whether there was more than one answer."""
    saved: dict[str, Any] | None = None
    """Entries of a useless answer that the section proves."""


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
        """The answer that counts for a section (its hash); None if there is none. Raises Damaged."""
        query = "SELECT answer FROM answer WHERE section = ? ORDER BY number DESC LIMIT 1"
        row = self._db.execute(query, (section,)).fetchone()
        if row is None:
            return None
        found = _record(row[0])
        if found is None:
            raise Damaged(f"an answer in {answers_file()} is none", "build again")
        return found

    def asker(self, section: str) -> Asker | None:
        """Who gave the answer that counts for a section, None if there is none."""
        query = "SELECT model, prompt FROM answer WHERE section = ? ORDER BY number DESC LIMIT 1"
        row = self._db.execute(query, (section,)).fetchone()
        return Asker(*row) if row else None

    def failure(self, section: str) -> Failure | None:
        """Why a section has no answer, if somebody tried."""
        query = "SELECT model, prompt, why, repeated, runs, saved FROM failure WHERE section = ?"
        row = self._db.execute(query, (section,)).fetchone()
        if row is None:
            return None
        return Failure(Asker(row[0], row[1]), row[2], bool(row[3]), row[4] > 0, _record(row[5]))

    def is_hopeless(self, section: str, asker: Asker) -> bool:
        """Whether it is known that an asker has no useful answer for a section.

        That is so if the same useless answer came twice from one who mostly gives the same answer again, or if in
        several runs no answer was of use.
        """
        query = "SELECT repeated, runs FROM failure WHERE section = ? AND model = ? AND prompt = ?"
        row = self._db.execute(query, (section, *asker)).fetchone()
        if row is None:
            return False
        return row[1] >= _RUNS or (bool(row[0]) and self._is_steady(asker))

    def keep(self, section: str, asker: Asker, answer: dict[str, Any]) -> None:
        """Accept an answer: from now on it counts."""
        self.keep_all([(section, asker, answer)])

    def keep_all(self, accepted: Iterable[tuple[str, Asker, dict[str, Any]]]) -> None:
        """Accept answers in one go, the later the more they count."""
        with transaction(self._db):
            for section, asker, answer in accepted:
                values = (self._next(), section, *asker, encode_json(answer).decode())
                self._db.execute("INSERT OR REPLACE INTO answer VALUES (?, ?, ?, ?, ?)", values)
                self._db.execute("DELETE FROM failure WHERE section = ?", (section,))

    def fail(self, section: str, failure: Failure) -> None:
        """Note why a section was not read; an answer that it has stays, and what was saved of one if nothing is now."""
        with transaction(self._db):
            if self.asker(section) is not None:
                return
            query = "SELECT runs FROM failure WHERE section = ? AND model = ? AND prompt = ?"
            before = self._db.execute(query, (section, *failure.asker)).fetchone()
            runs = (before[0] if before else 0) + failure.again
            saved = encode_json(failure.saved).decode() if failure.saved is not None else None
            values = (section, *failure.asker, failure.why, self._next(), failure.repeated, runs, saved)
            self._db.execute(_FAIL, values)

    def learn(self, asker: Asker, *, same: bool) -> None:
        """Note whether an asker gave the same answer when it was asked again."""
        with transaction(self._db):
            self._db.execute("INSERT OR IGNORE INTO steadiness VALUES (?, ?, 0, 0)", asker)
            change = "UPDATE steadiness SET again = again * ? + 1, same = same * ? + ? WHERE model = ? AND prompt = ?"
            self._db.execute(change, (_MEMORY, _MEMORY, same, *asker))

    def _is_steady(self, asker: Asker) -> bool:
        """Whether an asker mostly gives the same answer again; one who was never asked again is thought to."""
        query = "SELECT again, same FROM steadiness WHERE model = ? AND prompt = ?"
        again, same = self._db.execute(query, asker).fetchone() or (0, 0)
        return bool(2 * same >= again)

    def spent(self, day: str, *, after_edits: bool = False) -> float:
        """How many seconds models were asked on a day; `after_edits`, in the background alone."""
        row = self._db.execute("SELECT seconds FROM spent WHERE day = ?", (_account(day, after_edits),)).fetchone()
        return float(row[0]) if row else 0.0

    def spend(self, day: str, seconds: float, *, after_edits: bool) -> None:
        """Add to the time of a day; other days are forgotten."""
        with transaction(self._db):
            accounts = [_account(day, False), *([_account(day, True)] if after_edits else [])]
            self._db.execute("DELETE FROM spent WHERE day NOT IN (?, ?)", (_account(day, False), _account(day, True)))
            add = "INSERT INTO spent VALUES (?, ?) ON CONFLICT (day) DO UPDATE SET seconds = seconds + excluded.seconds"
            self._db.executemany(add, [(account, seconds) for account in accounts])

    def _next(self) -> int:
        self._db.execute("UPDATE store SET number = number + 1")
        return int(self._db.execute("SELECT number FROM store").fetchone()[0])


def _account(day: str, after_edits: bool) -> str:
    """Under which name the time of a day is kept."""
    return f"{day} after edits" if after_edits else day


def _record(text: str | None) -> dict[str, Any] | None:
    """What `encode_json` made of an answer, None of anything else."""
    try:
        found = decode_json(text or "")
    except (DecodeError, TypeError):
        return None
    return found if isinstance(found, dict) else None


def answers_file() -> Path:
    """Where the store lies, whether it exists or not."""
    return state_place()[0] / FILE


@contextmanager
def open_answers() -> Iterator[Answers]:
    """The store, made if it is missing. Raises Damaged, and VaultkitError."""
    with kept(answers_file(), _MIGRATIONS) as connection:
        yield Answers(connection)


@contextmanager
def answers_if_any() -> Iterator[Answers | None]:
    """The store, None if no model ever answered. Raises Damaged, and VaultkitError."""
    if not answers_file().exists():
        yield None
        return
    with open_answers() as answers:
        yield answers
