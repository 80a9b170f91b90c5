"""build.json: when a graph was built and from what."""

from __future__ import annotations

import json
from datetime import datetime
from pathlib import Path
from typing import Any, Final

BUILD: Final = "build.json"
REBUILD_DAYS: Final = 7
"""Days after which a graph is built from nothing, unless `[hooks] rebuild_days` says otherwise."""


def read_build(out: Path) -> dict[str, Any]:
    """build.json in a folder, {} if it is missing or broken."""
    try:
        build = json.loads((out / BUILD).read_bytes())
    except (OSError, ValueError, RecursionError):
        return {}
    return build if isinstance(build, dict) else {}


def rebuilt_at(out: Path) -> datetime | None:
    """When the graph in a folder was last built from nothing, with its offset; None if nobody knows."""
    try:
        return datetime.fromisoformat(read_build(out).get("rebuilt_at", "")).astimezone()
    except (ValueError, TypeError, OverflowError):
        return None
