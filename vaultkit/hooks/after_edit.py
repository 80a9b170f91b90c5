"""A file was edited: it is noted for the journal, its roots are brought up to date, a vault's note is checked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime

from vaultkit.disk.state import home
from vaultkit.errors import VaultkitError
from vaultkit.hooks.event import Answer, Event
from vaultkit.hooks.roots import absolute, places_of
from vaultkit.hooks.tool_used import note
from vaultkit.sessions.touched import touch


def answers(event: Event, now: datetime) -> Iterator[Answer]:
    """What is wrong with the notes that were edited; nothing if nothing is. Raises VaultkitError."""
    paths = [absolute(change.path, event.folder) for change in event.changes]
    places = [place for path in paths for place in places_of(path)]
    notice = _remember(event, paths, [place.root for place in places])
    yield Answer(notice=notice)
    notes = [place for place in places if place.kind == "vault" and place.path.lower().endswith(".md")]
    if notes:
        from vaultkit.hooks.verdict import verdict  # most files are no notes: nothing of this is read for them

        faults = (verdict(note.root, note.path) for note in notes)
        yield Answer(fault="\n\n".join(filter(None, faults)), notice=notice)


def _remember(event: Event, paths: Iterable[str], roots: Iterable[str]) -> str:
    """Note what was touched and called, and have the roots brought up to date; a word if that is impossible."""
    try:
        for path in paths:
            touch(event.session, path)
        note(event)
        for root in dict.fromkeys(roots):
            from vaultkit.disk.root_state import root_state
            from vaultkit.disk.spawn import wake

            wake(root_state(root))
    except (OSError, VaultkitError) as fault:
        return f"vaultkit cannot keep its state in {home()} ({fault}); check its permissions and free space"
    return ""
