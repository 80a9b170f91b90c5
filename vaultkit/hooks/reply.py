"""The agent ended its reply: it is logged with the tool calls of the turn. Nothing is said, or it would go on."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from vaultkit.hooks.event import NOTHING, Answer, Event
from vaultkit.hooks.later import attempt
from vaultkit.hooks.shelf import shelf_of
from vaultkit.memory.shelf.calls import calls_since
from vaultkit.memory.shelf.messages import Said, add_message, last_question, message_of, progress
from vaultkit.memory.shelf.policy import shaped
from vaultkit.sessions.hook_settings import read_hook_settings


def answers(event: Event, now: datetime) -> Iterator[Answer]:
    """Nothing, once it is logged. Raises VaultkitError and OSError."""
    if event.session and read_hook_settings(event.folder).log:
        attempt(write, event, now)
    yield NOTHING


def write(event: Event, now: datetime, patience: float) -> list[str]:
    """Log the reply; there is nothing to hear. Raises Busy, VaultkitError and OSError."""
    with shelf_of(event.folder, patience) as shelf, shelf.store.changing():
        calls, end = calls_since(event.session, progress(shelf.store, event.session).told)
        if not event.text.strip() and not calls:
            return []
        asked = last_question(shelf.store, event.session)
        took = (now - datetime.fromisoformat(asked.created_at)).total_seconds() * 1000 if asked else None
        text = shaped(event.text, message_of(asked).text if asked else "", calls, took)
        add_message(shelf.store, event.session, Said("assistant", text, end), shelf.scope, now)
    return []
