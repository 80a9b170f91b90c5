"""What stands in the data of a memory, as texts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

SAMPLE: Final = 20_000
"""Characters of a memory that are looked at to know it: what it speaks of is said by then."""


def texts_of(data: Any) -> Iterator[str]:
    """The keys and values of JSON data, in their order."""
    if isinstance(data, dict):
        for key, value in data.items():
            yield key
            yield from texts_of(value)
    elif isinstance(data, list):
        for item in data:
            yield from texts_of(item)
    elif data is not None:
        yield str(data)
