"""Which program made something: an index of another one is made anew."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from functools import cache
from os.path import dirname
from typing import Final

_FLOORS: Final = ("graph", "extractors", "vaultkit", "templates")
_DECIDING: Final = (".py", ".j2", ".js", ".css", ".scm")


@cache
def program_id() -> str:
    """A hash of all that decides what a build writes: the code and the templates of every floor.

    Read once: a process that runs for long is the program that it was when it started, whatever is installed since.
    """
    digest = hashlib.sha256()
    house = dirname(dirname(__file__))
    for floor in _FLOORS:
        for path in sorted(_files(f"{house}/{floor}")):
            with open(path, "rb") as file:
                digest.update(path[len(house) :].replace(os.sep, "/").encode() + b"\0" + file.read())
    return digest.hexdigest()[:16]


def _files(folder: str) -> Iterator[str]:
    """The files of a floor that decide; a plain walk, as every question asks for them."""
    for place, _, names in os.walk(folder):
        yield from (os.path.join(place, name) for name in names if name.endswith(_DECIDING))
