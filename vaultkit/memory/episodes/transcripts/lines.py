"""JSON Lines: one object a line; the last line may still be in the writing. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from graph.codec import DecodeError, decode_json


def objects(text: str) -> Iterator[tuple[int, dict[str, Any] | None]]:
    """(line, object) of the lines that are not blank; None for a line that is no object."""
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            yield number, _object(line)


def _object(line: str) -> dict[str, Any] | None:
    try:
        value = decode_json(line)
    except (DecodeError, RecursionError):
        return None
    return value if isinstance(value, dict) else None
