"""What was found at one place, and what to do about it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Literal, NamedTuple

State = Literal["ok", "warning", "problem"]


class Diagnosis(NamedTuple):
    """One line of the report."""

    about: str
    state: State
    """problem: something does not work; warning: it works, but not as one would expect."""
    says: str
    remedy: str = ""


class Patient(NamedTuple):
    """Who is looked at: someone who works in a folder."""

    folder: Path
    vault: Path | None
    """The vault, if the user named one."""


Check = Callable[[Patient], Iterator[Diagnosis]]
"""Looks at one place. Raises VaultkitError if it cannot: that is a problem too."""
