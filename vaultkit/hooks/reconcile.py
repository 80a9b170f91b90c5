"""Brings a root up to date when a session starts: what was changed by hand, and a rebuild now and then."""

from __future__ import annotations

from datetime import datetime, timedelta
from pathlib import Path

from vaultkit.building.build_record import REBUILD_DAYS, rebuilt_at
from vaultkit.config import OUT_NAME, read_settings
from vaultkit.disk.root_state import Mark, root_state
from vaultkit.disk.spawn import wake


def reconcile(root: str, now: datetime) -> None:
    """Have a root updated in the background, or built from nothing if that was long ago.

    Raises VaultkitError and OSError.
    """
    wake(root_state(root), _due(Path(root), now))


def _due(root: Path, now: datetime) -> Mark:
    days = read_settings(root).get("hooks", {}).get("rebuild_days", REBUILD_DAYS)
    if not (root / OUT_NAME / "graph.json").is_file():
        return "dirty"  # the first build is one from nothing
    built = rebuilt_at(root / OUT_NAME)
    return "dirty" if built and timedelta(days=-1) < now - built <= timedelta(days=days) else "rebuild"
