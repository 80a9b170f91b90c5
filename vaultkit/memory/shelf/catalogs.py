"""The two catalogues of a shelf, and how times and lists are kept in their columns."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any, Final, Literal

Catalog = Literal["knowledge", "statement"]
CATALOGS: Final[tuple[Catalog, ...]] = ("knowledge", "statement")
KEYS: Final[dict[Catalog, str]] = {"knowledge": "name", "statement": "triple"}
"""The field that no two entries share; a triple is its three names as a row of CSV (RFC 4180)."""


def stamp(moment: datetime) -> str:
    """A time as it is kept: in UTC with its offset, so that texts order as times do; a naive one is local."""
    return moment.astimezone(UTC).isoformat(timespec="microseconds")


def canonical(value: Sequence[Any]) -> str:
    """A list as it is kept: JSON without blanks."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
