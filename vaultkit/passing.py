"""What callers hand to the parameters of functions, followed through the parameters of callers."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from graph.evaluation import File, Thing, Things
from graph.symbols import symbol_id

Rows = Callable[[str, str], Iterable[tuple[str, str, str, str]]]
"""The things that are handed to (function, parameter), as `graph.uses.Pass` writes them."""
_MOST = 8


def passed_of(rows: Rows, files: Callable[[str], File | None]) -> Callable[[Thing], Things]:
    """A function that gives what any caller hands to a parameter; nothing if that is too much to say anything."""

    def passed(parameter: Thing) -> Things:
        found: dict[Thing, float] = {}
        seen = {parameter}
        pending = [parameter]
        while pending:
            each = pending.pop()
            file = files(each.path)
            if file is None:
                continue
            symbol = symbol_id(each.path, file.interface.definitions[each.at].name)
            for kind, path, name, inner in rows(symbol, each.name):
                thing = _thing(files, kind, path, name, inner)
                if thing is None or thing in seen:
                    continue
                seen.add(thing)
                if kind == "parameter":
                    pending.append(thing)
                else:
                    found[thing] = 1.0
                if len(seen) > _MOST:
                    return {}
        return found

    return passed


def _thing(files: Callable[[str], File | None], kind: str, path: str, name: str, inner: str) -> Thing | None:
    if name.isdecimal():
        return Thing(kind, path, int(name), inner)
    file = files(path)
    if file is None:
        return None
    at = next((number for number, each in enumerate(file.interface.definitions) if each.name == name), None)
    return None if at is None else Thing(kind, path, at, inner)
