"""What a project says it is entered by, put as facts: imports of what is named, and their names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from posixpath import normpath
from typing import Final, NamedTuple

from graph.facts import UNKNOWN, Definition, Entry, Facts, Interface, Value

_WORD: Final = re.compile(r"[^\s\"',=\[\]{}()]+")
_BUILT: Final = frozenset(["dist", "lib", "build", "out", "output", "es", "esm", "cjs", "umd"])
"""Folders that hold what is built of sources."""
_DEEPEST: Final = 4
"""So many of them lie in one another."""
_SUFFIX: Final = re.compile(r"(?:\.d)?\.[cm]?[jt]sx?$")


class EntryPoint(NamedTuple):
    """What a project calls a program, or a part of it that others load."""

    name: str
    modules: tuple[str, ...]
    """As an import names it; the next ones are where it may be if it is not there."""
    member: str = ""
    """Dotted; "" for the module itself."""
    written: str = ""
    """What stands in the file for it."""


class Table:
    """Values that are added to those of a file."""

    def __init__(self, start: int) -> None:
        """They begin at this place."""
        self._start = start
        self.values: list[Value] = []

    def add(self, value: Value) -> int:
        """The place of a value from now on."""
        self.values.append(value)
        return self._start + len(self.values) - 1


def entered(facts: Facts, language: str, points: Iterable[EntryPoint], text: str) -> Facts:
    """The facts of a file of a language with what it is said in its text that the project is entered by."""
    interface = facts.interface
    if not interface.definitions:
        interface = Interface(language, (Definition("", "file", UNKNOWN),))
    table = Table(len(interface.values) + len(facts.values))
    lines = _lines(text)
    entries = [Entry(each.name, tuple(_places(each, table)), lines.get(each.written, 1)) for each in points]
    if not entries:
        return facts
    return facts._replace(interface=interface, values=(*facts.values, *table.values), entries=tuple(entries))


def _places(point: EntryPoint, table: Table) -> Iterator[int]:
    name, *members = point.member.split(".")
    for module in point.modules:
        place = table.add(Value("import", name, labels=(module,)))
        for member in members:
            place = table.add(Value("attribute", member, place))
        yield place


def _lines(text: str) -> dict[str, int]:
    """The first line that each word stands in."""
    found: dict[str, int] = {}
    for number, line in enumerate(text.splitlines(), 1):
        for word in _WORD.findall(line):
            found.setdefault(word, number)
    return found


def sources_of(path: str) -> tuple[str, ...]:
    """A file that a package.json names, and the sources that it may be built of, as imports name them."""
    plain = normpath(path)
    rest = _SUFFIX.sub("", plain)
    places = [plain, f"src/{rest}"]
    folder, _, rest = rest.partition("/")
    for _ in range(_DEEPEST):
        if folder not in _BUILT or not rest:
            break
        places += [f"src/{rest}", rest]
        folder, _, rest = rest.partition("/")
    return tuple(f"./{each}" for each in places if not each.startswith(("/", "..")))
