"""The only place that asks what time it is."""

from __future__ import annotations

import os
from datetime import datetime

from vaultkit.errors import VaultkitError


def now() -> datetime:
    """The local time with its offset; `$VAULTKIT_NOW` (ISO 8601) stands in for it. Raises VaultkitError."""
    given = os.environ.get("VAULTKIT_NOW")
    if not given:
        return datetime.now().astimezone()
    try:
        return datetime.fromisoformat(given).astimezone()
    except (ValueError, OverflowError) as fault:
        raise VaultkitError(f"$VAULTKIT_NOW is no ISO 8601 time: {given!r}", "unset or correct it") from fault
