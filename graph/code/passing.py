"""What callers hand to the parameters of functions, followed through the parameters of those callers."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, NamedTuple

from graph.code.things import File, Thing, Things
from graph.codec import decode_json, encode_json

_MOST: Final = 8
"""A parameter that is handed more things than these says nothing."""


class Pass(NamedTuple):
    """Something that a file hands to a parameter of a function."""

    function: str
    """Id of the function."""
    parameter: str
    thing: str
    """As `written`."""


Rows = Callable[[str, str], Iterable[str]]
"""The things that any file hands to (function, parameter), as `written`."""


def written(kind: str, path: str, name: str, inner: str = "") -> str:
    """A thing as text that outlives a new reading of its file: definitions are told by name."""
    return encode_json((kind, path, name, inner)).decode()


def pass_key(function: str, parameter: str) -> str:
    """What an answer hangs on that asked what is handed to a parameter."""
    return f"passed:{function}({parameter})"


class Passing:
    """Answers what any caller hands to a parameter, and keeps what the answers hang on."""

    def __init__(self, rows: Rows, files: Callable[[str], File | None], symbol: Callable[[str, int], str]) -> None:
        """`rows` tells what is handed over directly, `files` gives the interfaces of files, `symbol` ids."""
        self._rows, self._files, self._symbol = rows, files, symbol

    def __call__(self, parameter: Thing, keys: set[str]) -> Things:
        """The things a parameter may be, none if they are too many; adds to `keys`."""
        found: dict[Thing, float] = {}
        seen, pending = {parameter}, [parameter]
        while pending:
            each = pending.pop()
            if self._files(each.path) is None:
                continue
            function = self._symbol(each.path, each.at)
            keys.add(pass_key(function, each.name))
            for row in self._rows(function, each.name):
                thing = self._read(row)
                if thing is None or thing in seen:
                    continue
                seen.add(thing)
                if thing.kind == "parameter":
                    pending.append(thing)
                else:
                    found[thing] = 1.0
                if len(seen) > _MOST:
                    return {}
        return found

    def _read(self, row: str) -> Thing | None:
        kind, path, name, inner = decode_json(row)
        if kind in ("box", "literal"):
            return Thing(kind, path, int(name), inner)
        file = self._files(path)
        if file is None:
            return None
        at = file.by_name.get(name)
        return None if at is None else Thing(kind, path, at, inner)
