"""The shelves and the index of episodes: whether they are there, can be read, and keep up."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from graph.text import counted
from vaultkit.disk.database import IndexUnusable, read
from vaultkit.doctor.diagnosis import Diagnosis, Patient
from vaultkit.memory.episodes.standing import stats
from vaultkit.memory.episodes.tables import index_file, reading
from vaultkit.memory.shelf.places import DEFAULT, Place, places
from vaultkit.memory.shelf.store import FILE

_SHELF: Final = "shelf"
_EPISODES: Final = "episodes"


def shelves(_: Patient) -> Iterator[Diagnosis]:
    """Every shelf that is known; the default one begins with the first turn that a hook logs."""
    for place in places():
        if place.is_connected:
            yield _shelf(place)
        elif place.name == DEFAULT:
            yield Diagnosis(_SHELF, "ok", "nothing is logged yet")
        else:
            says = f"{place.name} is known, but there is no shelf in {place.folder}"
            yield Diagnosis(_SHELF, "warning", says, f"bring it back, or: vaultkit shelf disconnect {place.name}")


def _shelf(place: Place) -> Diagnosis:
    try:
        with read(place.folder / FILE, "") as shelf:
            entries, statements = (
                shelf.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for table in ("knowledge", "statement")
            )
    except IndexUnusable as fault:
        says = f"{place.name} in {place.folder} cannot be read ({fault.state})"
        remedy = "put a copy of it back, or move it away and: vaultkit shelf import EXPORT"
        return Diagnosis(_SHELF, "problem", says, remedy)
    says = f"{place.name}: {counted(entries, 'entry')}, {counted(statements, 'statement')}"
    return Diagnosis(_SHELF, "ok", f"{says}; {place.folder}")


def episodes(_: Patient) -> Iterator[Diagnosis]:
    """What the index of journal and transcripts holds; that there is none is no fault."""
    if not index_file().exists():
        yield Diagnosis(
            _EPISODES, "ok", "nothing is indexed yet", "for answers about the past: vaultkit episodes index"
        )
        return
    with reading() as index:
        found = stats(index)
    says = f"{counted(found.chunks, 'chunk')} of {counted(found.sources, 'file')}"
    if found.behind:
        behind = f"{says}; {counted(found.behind, 'file')} changed since"
        yield Diagnosis(
            _EPISODES, "ok", behind, "the end of the next session indexes them; at once: vaultkit episodes index"
        )
    else:
        yield Diagnosis(_EPISODES, "ok", f"{says}, up to date")
