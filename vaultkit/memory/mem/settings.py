"""What memories of a project are set to: `[mem]` of its configuration."""

from __future__ import annotations

from vaultkit.config import settings_around
from vaultkit.memory.mem.store import Place


def prune_after_days(place: Place) -> int:
    """`prune_low_after_days`; 0, the default, keeps all. Raises VaultkitError on a faulty file."""
    days: int = settings_around(place.repository.folder).get("mem", {}).get("prune_low_after_days", 0)
    return days
