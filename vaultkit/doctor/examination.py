"""All checks, in the order in which they are told."""

from __future__ import annotations

from typing import Final

from vaultkit.doctor import agents, memories, memory, models, programs
from vaultkit.doctor.diagnosis import Check, Diagnosis, Patient
from vaultkit.errors import VaultkitError

CHECKS: Final[dict[str, Check]] = {
    "vault": memory.vault,
    "graph": memory.graphs,
    "worker": memory.workers,
    "model": models.model,
    "shelf": memories.shelves,
    "episodes": memories.episodes,
    "hook log": memory.hook_errors,
    "hooks": agents.hooks,
    "vaultkit-hook": programs.hook_program,
    "graphify": programs.graphify_name,
    "git": programs.git,
}
"""What is looked at, by the name under which a check that fails itself is told."""


def examine(patient: Patient) -> list[Diagnosis]:
    """What every check finds. One that cannot look is a problem of its own, and the others go on."""
    found: list[Diagnosis] = []
    for about, check in CHECKS.items():
        try:
            found += check(patient)
        except VaultkitError as fault:
            if not any(each.says == fault.what for each in found):
                found.append(Diagnosis(about, "problem", fault.what, fault.remedy))
    return found
