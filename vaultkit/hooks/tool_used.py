"""A tool was used: what was called, for how long and with what outcome goes to the ledger of the session."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime

from vaultkit.errors import VaultkitError
from vaultkit.hooks.event import NOTHING, Answer, Event
from vaultkit.memory.shelf.calls import note_call
from vaultkit.sessions.hook_settings import read_hook_settings


def answers(event: Event, now: datetime) -> Iterator[Answer]:
    """Nothing is said. Raises OSError."""
    note(event)
    yield NOTHING


def note(event: Event) -> None:
    """Note the call of an event, if there is one and the log is on. Raises OSError."""
    if event.call is None or not event.session:
        return
    with suppress(VaultkitError):  # of a broken configuration the next prompt tells
        if read_hook_settings(event.folder).log:
            note_call(event.session, event.call)
