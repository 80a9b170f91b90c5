"""The model that reads notes: whether Ollama answers, what it has, and which one would be asked."""

from __future__ import annotations

from collections.abc import Iterator

from vaultkit.config import read_root, vault_place
from vaultkit.doctor.diagnosis import Diagnosis, Patient
from vaultkit.errors import VaultkitError
from vaultkit.models.model_choice import SUGGESTED, absent, best, listed, read_slm_settings
from vaultkit.models.slm import address, allowed, knock, models, named, open_door

_ABOUT = "model"


def model(patient: Patient) -> Iterator[Diagnosis]:
    """Which model reads the notes of the vault; that there is none is no fault."""
    place = vault_place(patient.vault, patient.folder)
    if place is None:
        return
    try:
        settings = read_slm_settings(read_root(place[0]).path)
        yield _of(settings.host, settings.model)
    except VaultkitError as fault:  # the graph is whole without a model
        yield Diagnosis(_ABOUT, "warning", f"no model reads the notes: {fault.what}", fault.remedy)


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
