"""What is done once a session has ended, by a process of its own: its memory in git, its episodes made searchable."""

from __future__ import annotations

import traceback
from pathlib import Path
from typing import Any, Final

from vaultkit import clock
from vaultkit.disk.lock import Busy, lock
from vaultkit.disk.logbook import hook_log, log
from vaultkit.disk.spawn import leave_host
from vaultkit.errors import VaultkitError
from vaultkit.hooks.event import Event
from vaultkit.hooks.session_end import have_extracted, write_line
from vaultkit.memory.episodes.indexing import index
from vaultkit.memory.episodes.places import usual_roots
from vaultkit.memory.mem.changes import end_session
from vaultkit.memory.mem.settings import prune_after_days
from vaultkit.memory.mem.store import find_place
from vaultkit.memory.mem.writing import change_memories
from vaultkit.memory.shelf.messages import progress
from vaultkit.memory.shelf.places import DEFAULT, place_of
from vaultkit.memory.shelf.project import project_root
from vaultkit.memory.shelf.settings import read_shelving
from vaultkit.memory.shelf.store import open_store
from vaultkit.sessions.ended_sessions import Ended, ended_sessions, lock_of_worker
from vaultkit.sessions.session_log import sweep
from vaultkit.sessions.touched import Touched
from vaultkit.writing.journal import PATIENCE

_SHOWN: Final = 20
"""Files that a memory names."""


def main() -> None:
    """Work through the sessions that have ended. Never raises."""
    leave_host()
    try:
        work()
        sweep(clock.now())
    except Exception:
        log(hook_log(), traceback.format_exc())


def work() -> None:
    """Work through the sessions that have ended, unless another process does. Raises VaultkitError and OSError."""
    while ended := ended_sessions():  # one that ends after the last look finds us alive, or starts another worker
        try:
            with lock(lock_of_worker(), patience=0):
                for each in ended:
                    _attempt(each)
        except Busy:
            return


def _attempt(ended: Ended) -> None:
    """Do all that is to be done for a session; what fails is told, and not tried again."""
    for step in (_tell, _remember, _make_searchable, _index_episodes):
        try:
            step(ended)
        except VaultkitError as fault:
            log(hook_log(), f"after session {ended.session}: {fault}")
    ended.forget()


def _tell(ended: Ended) -> None:
    """What the hook at the end of the session would have done, for one that had none; a line only of what it edited."""
    if ended.silent:
        have_extracted(ended.session, ended.folder)
        if Touched(ended.session).paths:
            write_line(Event("session-end", ended.session, ended.folder), PATIENCE)


def _remember(ended: Ended) -> None:
    """`sync --end` for the branch of the repository; without anything to tell, or a repository, nothing is kept."""
    folder = Path(ended.folder)
    if not (project_root(folder) / ".git").exists():
        return
    if data := told_of(ended):
        place = find_place(folder)
        now = clock.now()
        change_memories(place, end_session(data, place.name, now, prune_after_days(place)), now)


def told_of(ended: Ended) -> dict[str, Any]:
    """What is remembered of a session: the host's own summary and the files it edited; {} if there is neither."""
    root = project_root(Path(ended.folder))
    inside = [Path(path) for path in Touched(ended.session).all_paths]
    files = [path.relative_to(root).as_posix() if path.is_relative_to(root) else str(path) for path in inside]
    digest, prompts = _log_of(ended)
    if not digest and not files:
        return {}
    more = f" and {len(files) - _SHOWN} more" if len(files) > _SHOWN else ""
    edited = f"edited {', '.join(files[:_SHOWN])}{more}" if files else ""
    said = f"{prompts} prompt{'' if prompts == 1 else 's'}" if prompts else ""
    facts = "; ".join(filter(None, (said, edited)))
    return {"session": ended.session, "summary": digest or facts, **({"files": files[:_SHOWN]} if files else {})}


def _log_of(ended: Ended) -> tuple[str, int]:
    """(the digest of a session, how often the user spoke) as the shelf has them."""
    place = place_of(read_shelving(Path(ended.folder)).name or DEFAULT)
    if not place.is_connected or not ended.session:
        return "", 0
    with open_store(place.folder) as store:
        entry = store.knowledge(f"session-{ended.session}")
        return entry.content.data if entry else "", progress(store, ended.session).prompts


def _make_searchable(ended: Ended) -> None:
    """Index what was logged: the first search of the next session need not."""
    place = place_of(read_shelving(Path(ended.folder)).name or DEFAULT)
    if place.is_connected:
        with open_store(place.folder) as store:
            store.languages()


def _index_episodes(ended: Ended) -> None:
    """The journal and the transcript, for `vaultkit episodes`."""
    transcript = Path(ended.transcript)
    more = [transcript] if ended.transcript and transcript.is_file() else []
    roots = [*usual_roots(Path(ended.folder)), *more]
    if roots:
        index(more=roots)
