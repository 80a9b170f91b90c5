"""The model that reads notes: whether Ollama answers, what it has, and which one would be asked."""

from __future__ import annotations

from collections.abc import Iterator

from vaultkit.config import Root, read_root, vault_place
from vaultkit.disk.database import Damaged
from vaultkit.doctor.diagnosis import Diagnosis, Patient
from vaultkit.errors import VaultkitError
from vaultkit.indexing.index import NAME, open_for_reading
from vaultkit.models.answers import answers_if_any
from vaultkit.models.hearsay import unasked_in
from vaultkit.models.model_choice import SUGGESTED, absent, best, listed, read_slm_settings
from vaultkit.models.slm import address, allowed, knock, models, named, open_door

_ABOUT = "model"


def model(patient: Patient) -> Iterator[Diagnosis]:
    """Which model reads the notes of the vault; that there is none is no fault."""
    place = vault_place(patient.vault, patient.folder)
    if place is None:
        return
    root = read_root(place[0])
    yield from _empty_skips(root)
    yield from _answers()
    try:
        settings = read_slm_settings(root.path)
        yield _of(settings.host, settings.model)
    except VaultkitError as fault:  # the graph is whole without a model
        yield Diagnosis(_ABOUT, "warning", f"no model reads the notes: {fault.what}", fault.remedy)


def _answers() -> Iterator[Diagnosis]:
    """Whether what models answered before can be used: every build does."""
    try:
        with answers_if_any():
            return
    except Damaged as fault:
        yield Diagnosis(_ABOUT, "warning", fault.what, "build: graphify PATH keeps what can still be read of it")
    except VaultkitError as fault:
        yield Diagnosis(_ABOUT, "problem", f"no vault can be built: {fault.what}", fault.remedy)


def _empty_skips(root: Root) -> Iterator[Diagnosis]:
    """The folders that no model shall read and in which no note lies: their names may be misspelt."""
    if not root.unasked or not (root.out / NAME).is_file():
        return
    try:
        with open_for_reading(root.out / NAME) as index:
            paths = index.read_paths()
    except VaultkitError:  # the graph's own examination tells of it
        return
    for folder in root.unasked:
        if not any(map(unasked_in([folder]), paths)):
            says = f"no note lies in {folder!r}, which [slm] skip names: what is meant may be read"
            yield Diagnosis(_ABOUT, "warning", says, "write the path of the folder within the vault")


def _of(host: str, wanted: str) -> Diagnosis:
    """What is to be had at a host. Raises VaultkitError."""
    where = address(host)
    if silence := knock(where):
        says, remedy = absent(where, silence, wanted)
        return Diagnosis(_ABOUT, "warning" if wanted else "ok", f"no model reads the notes: {says}", remedy)
    found = models(open_door(str(where)))
    chosen = named(wanted, found) if wanted else best(found)
    if chosen is None:
        lacks = f"not {wanted}" if wanted else "none that reads notes"
        says = f"no model reads the notes: Ollama at {where} has {listed(found)}, {lacks}"
        return Diagnosis(_ABOUT, "warning", says, f"ollama pull {wanted or SUGGESTED}")
    return Diagnosis(_ABOUT, "ok", f"{allowed(chosen).name} reads the notes; Ollama at {where} has {listed(found)}")
