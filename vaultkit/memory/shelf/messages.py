"""The conversation log: every turn is an entry, named by its session and turn, linked to the session's digest."""

from __future__ import annotations

import re
from datetime import datetime
from typing import Final, Literal, NamedTuple

from vaultkit.errors import UsageError
from vaultkit.indexing.terms import Where
from vaultkit.memory.shelf.catalogs import stamp
from vaultkit.memory.shelf.entry import Content, Knowledge, Statement, clean_name, turn_of
from vaultkit.memory.shelf.store import Store

MESSAGE: Final = "message"
SESSION: Final = "session"
BELONGS: Final = "belongTo"
Role = Literal["user", "assistant"]
ROLES: Final[tuple[Role, ...]] = ("user", "assistant")
_BODY: Final = re.compile(r"\s*## Role\s+(\S+)\s+## Timestamp\s+(.{0,80}?)\s+## Content(?:\s+|$)(.*)", re.DOTALL)
_TURNS: Final = 3
"""Digits of a turn, at least."""
_LOOK_BACK: Final = 64
"""Turns among which the last question is looked for."""


class Message(NamedTuple):
    """A logged turn."""

    name: str
    role: str
    """`user` or `assistant`; `user` if an entry says neither."""
    time: str
    text: str


class Said(NamedTuple):
    """What is to be logged."""

    role: Role
    text: str
    told: int = 0
    """The end of the session's tool calls that it tells of; 0: it tells of none."""


def log(store: Store, session: str, role: Role, text: str, scope: str, now: datetime) -> Knowledge:
    """Log a turn, and link it to the digest of its session if there is one. Raises VaultkitError.

    No message of a session is older than the one before it, whatever the clock says.
    """
    with store.changing():
        return add_message(store, session, Said(role, text), scope, now)


def add_message(store: Store, session: str, said: Said, scope: str, now: datetime) -> Knowledge:
    """Log a turn as a part of a change. Raises VaultkitError."""
    session, (role, text, told) = clean_name(session, "session id"), said
    if not text.strip():
        raise UsageError("an empty message says nothing", "give its text")
    name = f"msg-{session}-{store.next_turn(session):0{_TURNS}}"
    content = Content(_body(role, text, now), tags=(MESSAGE,), scopes=_scopes(scope))
    entry = store.create_knowledge(name, content, now, embed=False)
    count = "UPDATE session SET prompts = prompts + ?, told = max(told, ?) WHERE id = ?"
    store.connection.execute(count, (int(role == "user"), told, session))
    _order(store, session, entry)
    _link(store, entry.name, session, scope, now)
    return entry


class Progress(NamedTuple):
    """How far a session is."""

    turn: int = 0
    """Of its last message."""
    prompts: int = 0
    """How often the user spoke."""
    told: int = 0
    """The end of what was told of its tool calls."""


def progress(store: Store, session: str) -> Progress:
    """How far a session is; nothing of one that is unknown."""
    query = "SELECT turn, prompts, told FROM session WHERE id = ?"
    row = store.connection.execute(query, (clean_name(session, "session id"),)).fetchone()
    return Progress(*row) if row else Progress()


def write_session(store: Store, session: str, digest: str, scope: str, now: datetime) -> Knowledge:
    """Keep the digest of a session, replacing an older one, and link the session's messages to it."""
    session = clean_name(session, "session id")
    if not digest.strip():
        raise UsageError("an empty digest says nothing", "give its text")
    name = f"session-{session}"
    with store.changing():
        if store.knowledge(name):
            return store.update_knowledge(name, {"data": digest}, now)
        entry = store.create_knowledge(name, Content(digest, tags=(SESSION,), scopes=_scopes(scope)), now, embed=False)
        for message in session_messages(store, session):
            _link(store, message.name, session, scope, now)
    return entry


def session_messages(store: Store, session: str, after: int = -1) -> list[Knowledge]:
    """The messages of a session in their order, those after a turn."""
    low = f"msg-{session}-"
    values: dict[str, str | int] = {"low": low, "high": low + "\U0010ffff", "after": after}
    where = Where("name > :low AND name < :high AND turn > :after", values)
    return [each for each in store.all_knowledge(where) if (turn_of(each.name) or ("", 0))[0] == session]


def message_of(entry: Knowledge) -> Message:
    """A turn as it was said."""
    found = _BODY.fullmatch(entry.content.data)
    if not found:
        return Message(entry.name, "user", entry.created_at, entry.content.data)
    return Message(entry.name, found[1] if found[1] in ROLES else ROLES[0], found[2], found[3])


def last_question(store: Store, session: str) -> Knowledge | None:
    """The last user message of a session, None if there is none among its latest turns."""
    latest = session_messages(store, session, after=progress(store, session).turn - _LOOK_BACK)
    return next((entry for entry in reversed(latest) if message_of(entry).role == "user"), None)


def _body(role: Role, text: str, now: datetime) -> str:
    return f"## Role\n{role}\n\n## Timestamp\n{now.isoformat(timespec='seconds')}\n\n## Content\n{text.strip()}"


def _scopes(scope: str) -> tuple[str, ...]:
    return (scope,) if scope else ()


def _order(store: Store, session: str, entry: Knowledge) -> None:
    """Put a message no earlier than the last one of its session, should the clock have gone back."""
    place = turn_of(entry.name)
    before = store.knowledge(f"msg-{session}-{(place[1] if place else 1) - 1:0{_TURNS}}")
    if before and before.created_at > entry.created_at:
        store.connection.execute("UPDATE knowledge SET created_at = ? WHERE name = ?", (before.created_at, entry.name))


def _link(store: Store, message: str, session: str, scope: str, now: datetime) -> None:
    link = Statement(message, BELONGS, f"session-{session}", Content(scopes=_scopes(scope)), stamp(now))
    if store.number("knowledge", link.object) is not None and store.number("statement", link.key) is None:
        store.create_statement(link, now, embed=False)
