"""What memories tell a session at its start: what is due, rules and taboos, and what its branch must not forget."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from vaultkit.hooks.briefing import Part, one_line
from vaultkit.hooks.event import Event
from vaultkit.hooks.shelf import Shelf, has_shelf, shelf_of
from vaultkit.memory.shelf.entry import Knowledge
from vaultkit.memory.shelf.memories import standing
from vaultkit.memory.shelf.project import project_root
from vaultkit.memory.shelf.signals import take_due, told_due, told_summary
from vaultkit.memory.shelf.vocabulary import other_spelling
from vaultkit.sessions.hook_settings import read_hook_settings

_DUE, _RULES, _TABOOS, _MEMORIES = 500, 900, 600, 600
"""Characters that are reserved for each part."""
_LINE: Final = 300
"""Characters of a rule that are shown at most."""
_LEVELS: Final = {"c": "critical", "h": "high"}


def from_shelf(event: Event) -> list[Part]:
    """What is due, and the rules and taboos that hold here and everywhere. Raises VaultkitError."""
    if not has_shelf(event.folder):
        return []
    with shelf_of(event.folder) as shelf:
        rules, taboos = standing(shelf.store, shelf.scope)
        parts = [
            Part("What the log of conversations waits for:", tuple(_due(event, shelf)), _DUE),
            Part("Rules that hold here:", tuple(_told(rules)), _RULES),
            Part("Taboos, never to be done here:", tuple(_told(taboos)), _TABOOS),
        ]
        near = other_spelling(shelf.store, shelf.scope)
    warning = f"Nothing is known in the scope {shelf.scope!r}, but {near!r} is in use: the same project, perhaps."
    return [*(part for part in parts if part.lines), *([Part(warning, (), len(warning))] if near else [])]


def from_git(event: Event) -> list[Part]:
    """What the branch of the repository holds as critical or high. Raises VaultkitError."""
    folder = _repository(event)
    if folder is None:
        return []
    from vaultkit.memory.mem.store import find_place, read_index

    place = find_place(folder)
    index = read_index(place)
    if not index.lines:
        return []
    keys = [*index.critical[::-1], *(key for key, line in reversed(index.lines.items()) if line["i"] == "h")]
    lines = [_memory(key, index.lines[key]) for key in keys]
    topics = ", ".join(f"{one_line(name, 40)} {count}" for name, count in list(index.topics.items())[:8])
    about = f"; topics: {topics}" if topics else ""
    title = f"Memories of the branch {place.branch}, {len(index.lines):,} in all{about}."
    return [Part(f"{title} `vaultkit mem recall -i ID` tells one whole.", tuple(lines), _MEMORIES)]


def start_branch(event: Event, now: datetime) -> None:
    """Give a new branch its own copy of the memories that it begins with. Raises VaultkitError."""
    folder = _repository(event)
    if folder is not None:
        from vaultkit.memory.mem.store import find_place
        from vaultkit.memory.mem.writing import inherit

        inherit(find_place(folder), now)


def _repository(event: Event) -> Path | None:
    """The folder, if it lies in a work tree: only then git is asked."""
    folder = Path(event.folder) if event.folder else Path.cwd()
    return folder if (project_root(folder) / ".git").exists() else None


def _due(event: Event, shelf: Shelf) -> Iterator[str]:
    """The signals that nobody has heard; they are heard now."""
    if not (event.is_heard and read_hook_settings(event.folder).triggers):
        return
    with shelf.store.changing():
        waiting = take_due(shelf.store, shelf.scope)
    yield from told_due(waiting)
    yield from told_summary(shelf.store, shelf.scope, shelf.limits)


def _told(entries: Iterable[Knowledge]) -> Iterator[str]:
    for entry in entries:
        yield f"- {one_line(entry.content.data, _LINE)} ({one_line(entry.name, 80)})"


def _memory(key: str, line: Mapping[str, Any]) -> str:
    return f"- {_LEVELS[line['i']]} {line['t']}: {one_line(line['s'], _LINE)} ({key})"
