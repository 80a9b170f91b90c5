"""Which program made something: an index of another one is made anew."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

_FLOORS = ("graph", "extractors", "vaultkit", "templates")


@cache
def program_id() -> str:
    """A hash of all that decides what a build writes: the code and the templates of every floor.

    Read once: a process that runs for long is the program that it was when it started, whatever is installed since.
    """
    digest = hashlib.sha256()
    house = Path(__file__).parent.parent
    for floor in _FLOORS:
        for file in sorted((house / floor).rglob("*")):
            if file.suffix in (".py", ".j2", ".js", ".css", ".scm"):
                digest.update(file.relative_to(house).as_posix().encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()[:16]
