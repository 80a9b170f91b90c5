"""A session starts: it is told the map of the vault and of its project, and both are brought up to date meanwhile."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final

from graph.model import tag_id
from graph.text import counted
from vaultkit.config import OUT_NAME, root_around, vault_place
from vaultkit.daily import read_daily
from vaultkit.disk.root_state import root_state
from vaultkit.disk.spawn import wake_after_session
from vaultkit.errors import VaultkitError
from vaultkit.hooks.briefing import Part, fit, one_line
from vaultkit.hooks.event import NOTHING, Answer, Event
from vaultkit.hooks.later import resume
from vaultkit.hooks.reconcile import reconcile
from vaultkit.hooks.remembered import from_git, from_shelf, start_branch
from vaultkit.sessions.conventions import Entry, declared_conventions, find_project, stating
from vaultkit.sessions.ended_sessions import Ended, end_silent
from vaultkit.sessions.hook_settings import read_hook_settings
from vaultkit.sessions.overview import Overview, read_overview

_HEAD: Final = Part("Long-term memory, kept by vaultkit. What follows are facts from notes and graphs.", (), 200)
_VAULT, _PROJECT, _CONVENTIONS, _JOURNAL = 1500, 800, 1000, 300
"""Characters that are reserved for each part."""
_LOOKS, _PAUSE = 30, 0.05
"""How often to look for an overview that is being drawn, and seconds between two looks."""
_RESUMED: Final = "resume"
_PATH, _NAME, _SUMMARY = 160, 80, 160
"""Characters that are shown at most."""


def answers(event: Event, now: datetime) -> Iterator[Answer]:
    """What a session is told; what cannot be read in time is left out. A resumed one has it in its transcript.

    Raises VaultkitError, OSError.
    """
    briefing = _Briefing(event, now)
    silent = event.occasion == _RESUMED
    for text in briefing.texts():
        yield NOTHING if silent else Answer(context=text)
    for root in briefing.roots:
        reconcile(root, now)
    resume()
    with suppress(VaultkitError):  # of a broken configuration the next prompt tells
        _begin(event)
    with suppress(VaultkitError):  # no repository, no commit, or none that can be written
        start_branch(event, now)
    if not silent and _appears(briefing.undrawn):
        *_, whole = briefing.texts()
        yield Answer(whole)


def _begin(event: Event) -> None:
    """Note that a session runs; one whose host crashed, and which has no end of its own, ends now."""
    if event.session:
        settings = read_hook_settings(event.folder)
        Ended(event.session, os.path.abspath(event.folder), event.transcript if settings.log else "").begin()
    if end_silent(time.time()):
        wake_after_session()


def _appears(overviews: Sequence[Path]) -> bool:
    """Whether one of these is drawn before long: of a graph that is there, but that no worker has looked at yet."""
    for _ in range(_LOOKS if overviews else 0):
        if any(overview.exists() for overview in overviews):
            return True
        time.sleep(_PAUSE)
    return False


class _Briefing:
    """Gathers the parts: first what lies on this machine, then what asks the vault, whose disk may hang."""

    def __init__(self, event: Event, now: datetime) -> None:
        self._event = event
        self._remembered: list[Part] | None = None
        self._folder = Path(event.folder) if event.folder else Path.cwd()
        self._now = now
        self.roots: list[str] = []
        """The roots that were found, to be brought up to date."""
        self.undrawn: list[Path] = []
        """The overviews that those lack which have a graph."""

    def texts(self) -> Iterator[str]:
        """The briefing, better with each part that is known."""
        self.roots, self.undrawn = [], []
        vault = self._vault()
        project = [*self._memories(), *self._project()]
        named = [Part(f"The vault {vault} did not answer in time: its disk is slow or gone.")] if vault else []
        yield _text([*named, *project])
        if vault is None:
            return
        try:
            yield _text([*self._of_vault(vault), *project])
        except OSError as fault:
            yield _text([Part(f"The vault {vault} cannot be read: {fault.strerror}."), *project])

    def _memories(self) -> list[Part]:
        """What is remembered of the project; asked once, since what is due is told once."""
        if self._remembered is None:
            self._remembered = []
            for ask in (from_shelf, from_git) if self._event.occasion != _RESUMED else ():
                with suppress(VaultkitError):  # no repository, a shelf of a newer version: the map is told all the same
                    self._remembered += ask(self._event)
        return self._remembered

    def _vault(self) -> Path | None:
        """The vault that is meant, as it is named."""
        place = vault_place(None, self._folder)
        return place[0].expanduser() if place else None

    def _project(self) -> list[Part]:
        """What is known of the project around the current folder."""
        try:
            root = root_around(self._folder.resolve())
        except VaultkitError as fault:
            return [Part(f"The graph of this project is not known: {fault}", (), _PROJECT)]
        if root is None or root.kind == "vault" or not (root.out / "graph.json").is_file():
            return []
        overview = self._overview(root.path)
        name = one_line(root.name, _NAME)
        title = f"Project {name} has a graph of its own; {_asked(root.path)}"
        return [_points(title, overview, _PROJECT)] if overview else [Part(title, (), _PROJECT)]

    def _of_vault(self, vault: Path) -> list[Part]:
        """What the vault says."""
        if not vault.is_dir():
            return [
                Part(f"The vault {vault} is missing: there is no such folder. `vaultkit config` says who names it.")
            ]
        overview = self._overview(vault)
        return [_map(vault, overview), *self._conventions(overview), self._journal(vault)]

    def _overview(self, root: Path) -> Overview | None:
        file = root_state(root).overview
        overview = read_overview(file)
        self.roots.append(str(root))
        if overview is None and (root / OUT_NAME / "graph.json").is_file():
            self.undrawn.append(file)
        return overview

    def _conventions(self, overview: Overview | None) -> list[Part]:
        project = find_project(self._folder)
        try:
            declared = declared_conventions(project)
        except VaultkitError as fault:
            return [Part(f"The conventions of this project are not known: {fault}")]
        if not declared:
            return []
        notes = overview.conventions if overview else ()
        lines = [line for tag in sorted(declared) for line in _convention(tag, notes)]
        return [Part("Conventions that this project declares:", tuple(lines), _CONVENTIONS)]

    def _journal(self, vault: Path) -> Part:
        try:
            daily = read_daily(vault)
        except VaultkitError as fault:
            return Part(f"The journal cannot be found: {fault}", (), _JOURNAL)
        days = {"today": self._now.date(), "yesterday": self._now.date() - timedelta(days=1)}
        notes = {name: daily.path(day) for name, day in days.items()}
        shown = (f"{name} {path}{'' if (vault / path).is_file() else ' (not written)'}" for name, path in notes.items())
        return Part(f"Journal: {', '.join(shown)}; `vaultkit journal --show` prints the last days.", (), _JOURNAL)


def _text(parts: Sequence[Part]) -> str:
    return fit([_HEAD, *parts]) if parts else ""


def _map(vault: Path, overview: Overview | None) -> Part:
    if overview is None:
        return Part(f"The vault lies in {vault}. Its map is being drawn and will be there next time.", (), _VAULT)
    if not overview.notes:
        return Part(f"The vault {one_line(overview.name, _NAME)} in {vault} holds no notes yet.", (), _VAULT)
    title = f"Vault {one_line(overview.name, _NAME)} in {vault}, {counted(overview.notes, 'note')}; {_asked(vault)}"
    return _points(title, overview, _VAULT)


def _asked(root: Path) -> str:
    return f'`vaultkit graph query "QUESTION" --graph "{root}"` asks it.'


def _points(title: str, overview: Overview, share: int) -> Part:
    """What is said of a graph, with its entry points if it has any."""
    gods = tuple(_entry(god) if overview.kind == "vault" else _symbol(god) for god in overview.gods)
    return Part(f"{title} Entry points, the best first:" if gods else title, gods, share)


def _convention(tag: str, notes: Sequence[Entry]) -> list[str]:
    """The notes that state a convention, a line each; one line if none does."""
    wanted = tag_id(tag)
    tagged = [note for note in notes if any(_is_below(tag_id(each), wanted) for each in note.tags)]
    if not tagged:
        return [f"- {one_line(tag, _NAME)}: no note states it"]
    return [f"- {one_line(tag, _NAME)}, {_entry(note).removeprefix('- ')}" for note in stating(tagged)]


def _is_below(tag: str, wanted: str) -> bool:
    return tag == wanted or tag.startswith(wanted + "/")


def _symbol(entry: Entry) -> str:
    """An entry point of a project: several may lie in one file."""
    name, place = one_line(entry.title, _NAME), one_line(entry.path, _PATH)
    summary = one_line(entry.summary, _SUMMARY)
    shown = f"- {name} ({place})" if place and place != name else f"- {name}"
    return f"{shown}: {summary}" if summary else shown


def _entry(entry: Entry) -> str:
    place = one_line(entry.path or entry.title, _PATH)
    summary = one_line(entry.summary, _SUMMARY)
    return f"- {place}: {summary}" if summary else f"- {place}"
