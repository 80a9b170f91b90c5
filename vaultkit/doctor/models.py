"""The model that reads notes: whether Ollama answers, what it has, and which one would be asked."""

from __future__ import annotations

from collections.abc import Iterator

from vaultkit.config import read_root, vault_place
from vaultkit.doctor.diagnosis import Diagnosis, Patient
from vaultkit.model_choice import SUGGESTED, best, named, read_slm_settings
from vaultkit.slm import address, client, knock, models

_ABOUT = "model"
_SHOWN = 6


def model(patient: Patient) -> Iterator[Diagnosis]:
    """Which model reads the notes of the vault; that there is none is no fault."""
    place = vault_place(patient.vault, patient.folder)
    if place is None:
        return
    settings = read_slm_settings(read_root(place[0]).path)
    where = address(settings.host)
    pull = f"ollama pull {settings.model or SUGGESTED}"
    if knock(where):
        says = f"no Ollama answers at {where}: the graph has what links, tags and headings say"
        yield Diagnosis(_ABOUT, "warning" if settings.model else "ok", says, f"for more: start Ollama; {pull}")
        return
    found = models(client(str(where)))
    has = ", ".join(each.name for each in found[:_SHOWN]) + (" .." if len(found) > _SHOWN else "") or "no models"
    chosen = named(settings.model, found) if settings.model else best(found)
    if chosen is None:
        wanted = f"not {settings.model}" if settings.model else "none that reads notes"
        yield Diagnosis(_ABOUT, "warning", f"Ollama at {where} has {has}, {wanted}", pull)
    else:
        yield Diagnosis(_ABOUT, "ok", f"{chosen.name} reads the notes; Ollama at {where} has {has}")
