"""One call of a tool, as hosts tell of it."""

from __future__ import annotations

from typing import Any, NamedTuple


class Call(NamedTuple):
    """One call of a tool."""

    name: str
    input: Any = None
    """What it was given, as JSON data."""
    ok: bool = True
    duration_ms: float | None = None
    error: str = ""
    """What it printed when it failed."""
