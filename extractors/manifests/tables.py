"""Values of configuration files, which may be of any kind: taken as what they should be, or as nothing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any


def table(value: Any, *names: str) -> dict[str, Any]:
    """The table below these names in a value; {} if there is none."""
    for name in names:
        value = value.get(name) if isinstance(value, dict) else None
    return value if isinstance(value, dict) else {}


def tables(value: Any) -> list[dict[str, Any]]:
    """The tables in a list; [] if it is none."""
    return [each for each in value if isinstance(each, dict)] if isinstance(value, list) else []


def texts(value: Any) -> Iterator[tuple[str, str]]:
    """(name, text) of what in a table is text."""
    if isinstance(value, dict):
        yield from ((name, each) for name, each in value.items() if isinstance(each, str))


def listed(value: Any) -> list[str]:
    """The texts of a list, or the words of a text with blanks or commas between them."""
    if isinstance(value, str):
        return value.replace(",", " ").split()
    return [each for each in value if isinstance(each, str)] if isinstance(value, list) else []


def text(value: Any) -> str:
    """A text; "" for anything else."""
    return value if isinstance(value, str) else ""
