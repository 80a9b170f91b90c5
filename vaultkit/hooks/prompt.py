"""The user said something: it is logged; the agent hears what the log asks of it and, if wished, what is known."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from vaultkit.hooks.event import Answer, Event
from vaultkit.hooks.later import attempt
from vaultkit.hooks.shelf import shelf_of
from vaultkit.memory.shelf.entry import turn_of
from vaultkit.memory.shelf.messages import Said, add_message, progress
from vaultkit.memory.shelf.signals import Due, fallen_due, keep_due, take_due, told_due, told_summary
from vaultkit.sessions.hook_settings import read_hook_settings


def answers(event: Event, now: datetime) -> Iterator[Answer]:
    """What is due, and then what is known as well. Raises VaultkitError and OSError."""
    settings = read_hook_settings(event.folder)
    lines = attempt(write, event, now) if settings.log and event.session and event.text.strip() else []
    yield Answer(context="\n".join(lines))
    if settings.recall and event.is_heard:
        from vaultkit.hooks.recall import known

        yield Answer(context="\n\n".join(filter(None, ("\n".join(lines), known(event, now)))))


def write(event: Event, now: datetime, patience: float) -> list[str]:
    """Log the prompt; what the agent is to hear, in lines. Raises Busy, VaultkitError and OSError."""
    settings = read_hook_settings(event.folder)
    with shelf_of(event.folder, patience) as shelf:
        store, scope = shelf.store, shelf.scope
        with store.changing():
            message = add_message(store, event.session, Said("user", event.text), scope, now).name
            fallen = fallen_due(message, event.text, progress(store, event.session).prompts)
            if settings.triggers and not event.is_heard:
                keep_due(store, scope, fallen)
        if not settings.triggers or not event.is_heard:
            return []
        with store.changing():
            waiting = take_due(store, scope)
        summary = told_summary(store, scope, shelf.limits)
        earlier = [each for each in waiting if not _goes_on(each, message)]
        return [f"TRIGGER:log {message} is logged in the scope {scope}.", *told_due([*earlier, *fallen]), *summary]


def _goes_on(due: Due, message: str) -> bool:
    """Whether a signal is of the end of a session that has just gone on."""
    return due.signal == "session-end" and turn_of(message) == (due.session, due.turn + 1)
