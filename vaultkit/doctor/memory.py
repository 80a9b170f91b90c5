"""The vault, its graph, the worker that keeps it fresh, and what went wrong lately."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Final

from vaultkit import clock
from vaultkit.building.standing import reasons, standing
from vaultkit.config import Root, named_vault, read_root, root_around, vault_place
from vaultkit.disk.logbook import hook_log, last_entry
from vaultkit.disk.root_state import RootState, root_state
from vaultkit.doctor.diagnosis import Diagnosis, Patient

_RECENT: Final = timedelta(days=7)
"""How long an error of a hook is worth a warning."""


def vault(patient: Patient) -> Iterator[Diagnosis]:
    """Which vault is meant, and who says so."""
    place = vault_place(patient.vault, patient.folder)
    if place is None:
        is_project = root_around(patient.folder) is not None
        says = "there is none; a project works without one" if is_project else "there is none"
        remedy = "name yours: vaultkit install claude --vault ~/MyVault"
        yield Diagnosis("vault", "warning" if is_project else "problem", says, remedy)
        return
    root = read_root(place[0])
    if root.kind != "vault":
        yield Diagnosis("vault", "problem", f"{root.path} is no vault", f"vaultkit init {root.path}")
    elif place[1] == "the current folder" and not named_vault():
        remedy = f"vaultkit install claude --vault {root.path}"
        yield Diagnosis("vault", "warning", f"{root.path}: sessions in other folders do not know it", remedy)
    else:
        yield Diagnosis("vault", "ok", f"{root.path}, named by {place[1]}")


def graphs(patient: Patient) -> Iterator[Diagnosis]:
    """How the graphs of the vault and of the project stand to their files."""
    for about, root in _roots(patient):
        if not (root.out / "graph.json").is_file():
            if about == "graph":
                yield Diagnosis(about, "warning", "there is none yet", f"vaultkit graph build {root.path}")
            continue
        stands = standing(root.out)
        built = f"built {_when(stands.build.get('built_at'))}, from nothing {_when(stands.build.get('rebuilt_at'))}"
        if stands.behind:
            remedy = f"the next session or edit brings it up to date; at once: vaultkit graph build {root.path}"
            yield Diagnosis(about, "warning", f"behind: {'; '.join(reasons(stands))}; {built}", remedy)
        else:
            yield Diagnosis(about, "ok", f"up to date; {built}")


def workers(patient: Patient) -> Iterator[Diagnosis]:
    """Whether somebody works on the graphs, and why the last update failed."""
    for about, root in _roots(patient):
        state = root_state(root.path)
        what = about.replace("graph", "worker")
        if state.is_worked_on():
            yield Diagnosis(what, "ok", "running")
        elif marks := state.marks():
            says = (
                f"none runs, and an update is waiting ({', '.join(marks)}): the last one was ended before it was done"
            )
            yield Diagnosis(what, "warning", says, "the next session or edit starts one")
        elif about == "graph" or state.folder.is_dir():
            yield Diagnosis(what, "ok", "idle")
        if error := state.last_error():
            yield Diagnosis(what, "problem", f"the last update failed {_time_of(state)}: {error}", f"see {state.log}")


def hook_errors(_: Patient) -> Iterator[Diagnosis]:
    """The last bug that a hook met."""
    entry = last_entry(hook_log())
    if not entry:
        yield Diagnosis("hook log", "ok", "no errors")
        return
    stamp = entry.partition(" ")[0]
    cause = entry.rstrip().rpartition("\n")[2].strip()
    recent = _age(stamp) < _RECENT
    says = f"last error {_when(stamp)}: {cause}"
    yield Diagnosis("hook log", "warning" if recent else "ok", says, f"see {hook_log()}" if recent else "")


def _roots(patient: Patient) -> Iterator[tuple[str, Root]]:
    """The vault, and the project around the folder if it is another root with a graph."""
    place = vault_place(patient.vault, patient.folder)
    root = read_root(place[0]) if place else None
    if root:
        yield "graph", root
    project = root_around(patient.folder)
    if project and project.path != (root.path if root else None) and (project.out / "graph.json").is_file():
        yield f"graph of {project.name}", project


def _time_of(state: RootState) -> str:
    try:
        return _when(datetime.fromtimestamp(state.error.stat().st_mtime).astimezone().isoformat(timespec="seconds"))
    except OSError:
        return "just now"


def _age(stamp: str) -> timedelta:
    """How long ago a time was; no time for what is no time stamp."""
    try:
        return clock.now() - datetime.fromisoformat(stamp)
    except (ValueError, TypeError):
        return timedelta()


def _when(stamp: object) -> str:
    """A time stamp for people: to the minute, in local time."""
    try:
        return f"{datetime.fromisoformat(str(stamp)).astimezone():%Y-%m-%d %H:%M}"
    except (ValueError, OverflowError, OSError):
        return "at an unknown time"
