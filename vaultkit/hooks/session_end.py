"""A session ends or is compacted: one line in the journal of the vault says what it touched."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Final

from vaultkit.config import read_root, vault_place
from vaultkit.disk.lock import Busy, lock
from vaultkit.disk.root_state import root_state
from vaultkit.disk.spawn import detach, leave_host, wake, wake_after_session
from vaultkit.hooks.event import NOTHING, Answer, Event
from vaultkit.hooks.shelf import has_shelf, shelf_of
from vaultkit.memory.shelf.messages import progress
from vaultkit.memory.shelf.signals import Due, keep_due
from vaultkit.sessions.conventions import find_project
from vaultkit.sessions.ended_sessions import Ended
from vaultkit.sessions.hook_settings import read_hook_settings
from vaultkit.sessions.session_log import session_log
from vaultkit.sessions.touched import Touched
from vaultkit.writing.journal import PATIENCE, append

_PATIENCE: Final = 0.1
"""Seconds to wait for another writer of the journal: then the line is written by a process that may wait."""
_LATER: Final = "from vaultkit.hooks.session_end import main; main()"
_SHOWN: Final = 20
"""Notes, and files, that a line names."""


def answers(event: Event, now: datetime) -> Iterator[Answer]:
    """Nothing is said: the line is written, the graph follows in the background. Raises VaultkitError and OSError."""
    if event.kind == "session-end":
        _keep(event)  # on this machine; the vault's disk may hang
    try:
        write_line(event, _PATIENCE)
    except Busy:
        detach(_LATER, event.kind, event.session, os.path.abspath(event.folder))
    if event.kind == "session-end":
        wake_after_session()
    yield NOTHING


def _keep(event: Event) -> None:
    """Note that the session ended, and have the agent of the next one asked for what is left to extract from it."""
    settings = read_hook_settings(event.folder)
    Ended(event.session, os.path.abspath(event.folder), event.transcript if settings.log else "").keep()
    have_extracted(event.session, event.folder)


def have_extracted(session: str, folder: str) -> None:
    """Have the next agent asked for what is left to extract from a session. Raises VaultkitError and OSError."""
    settings = read_hook_settings(folder)
    if settings.log and settings.triggers and session and has_shelf(folder):
        with shelf_of(folder) as shelf, shelf.store.changing():
            so_far = progress(shelf.store, session)
            if so_far.prompts:
                keep_due(shelf.store, shelf.scope, [Due(session, "session-end", so_far.turn)])


def main() -> None:
    """Write the line of a hook that had no time to wait for the journal. Raises VaultkitError and OSError."""
    leave_host()
    kind, session, folder = sys.argv[1:]
    write_line(Event("compaction" if kind == "compaction" else "session-end", session, folder), PATIENCE)


def write_line(event: Event, patience: float) -> None:
    """Say in the journal of the vault what the session touched since that was last said; nothing without a vault.

    A session that touched nothing has a line as well, one. Raises Busy, VaultkitError and OSError.
    """
    folder = Path(event.folder) if event.folder else Path.cwd()
    place = vault_place(None, folder)
    if place is None:
        return
    with lock(Path(session_log(event.session) + ".lock"), patience=patience):  # hooks may be installed twice
        touched = Touched(event.session)
        if not touched.paths and (touched.was_told or event.kind == "compaction"):
            return
        vault = read_root(place[0])
        append(vault, journal_line(vault.path, folder, touched.paths, event.kind), patience)
        touched.tell()
    wake(root_state(vault.path))


def journal_line(vault: Path, folder: Path, paths: list[str], kind: str) -> str:
    """What a session touched, with wikilinks to notes of the vault and the paths of other files."""
    project = find_project(folder)
    what = "Session went on" if kind == "compaction" else "Session"
    links = {path: _note(vault, path) for path in paths}
    notes = [link for link in links.values() if link]
    files = [_code(_shown(path, project)) for path, link in links.items() if not link]
    parts = [f"notes {_listed(notes)}"] if notes else []
    parts += [f"files {_listed(files)}"] if files else []
    return f"{what} in {_code(os.fspath(project))}: {'; '.join(parts) or 'no files were edited'}"


def _note(vault: Path, path: str) -> str:
    """A wikilink to a note of the vault, "" for any other file."""
    real = os.path.join(os.path.realpath(os.path.dirname(path)), os.path.basename(path))
    inside = real.removeprefix(str(vault).rstrip(os.sep) + os.sep)
    if inside == real or not inside.lower().endswith(".md") or not os.path.isfile(real):
        return ""
    name = inside[:-3].replace(os.sep, "/")
    return f"[[{name}]]" if not set(name) & set("#^[]|\n\r") else ""


def _shown(path: str, project: Path) -> str:
    """A path as it is told: inside the project relative to it."""
    return path.removeprefix(str(project).rstrip(os.sep) + os.sep)


def _listed(items: list[str]) -> str:
    more = f" and {len(items) - _SHOWN} more" if len(items) > _SHOWN else ""
    return ", ".join(items[:_SHOWN]) + more


def _code(text: str) -> str:
    """A text as a code span (CommonMark 6.1): a fence longer than any in it."""
    plain = " ".join(text.split())
    fence = "`"
    while fence in plain:
        fence += "`"
    pad = " " if plain.startswith("`") or plain.endswith("`") else ""
    return f"{fence}{pad}{plain}{pad}{fence}"
