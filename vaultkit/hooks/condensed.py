"""The host condensed a session: its summary becomes the digest of the session, to which the messages are linked."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from vaultkit.hooks.event import NOTHING, Answer, Event
from vaultkit.hooks.later import attempt
from vaultkit.hooks.shelf import shelf_of
from vaultkit.memory.shelf.messages import write_session
from vaultkit.sessions.hook_settings import read_hook_settings


def answers(event: Event, now: datetime) -> Iterator[Answer]:
    """Nothing is said. Without a summary nothing is written: none is ever made up. Raises VaultkitError."""
    if event.session and event.text.strip() and read_hook_settings(event.folder).log:
        attempt(write, event, now)
    yield NOTHING


def write(event: Event, now: datetime, patience: float) -> list[str]:
    """Keep the digest; there is nothing to hear. Raises Busy, VaultkitError."""
    with shelf_of(event.folder, patience) as shelf:
        write_session(shelf.store, event.session, event.text, shelf.scope, now)
    return []
