"""The namespaces that are open at one point of a file: how names are told in full, and what a name may mean."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import accumulate
from typing import Final

from graph.code.symbols import counted_names

_ARGUMENTS: Final = re.compile(r"<[^<>]*>")
_MOST: Final = 48
"""Namespaces that are looked into; the work for a name grows with them."""
_DEEPEST: Final = 12
"""Generic types nested deeper are cut off where they begin."""


class Namespaces:
    """The blocks around a point of a file, what they open beside themselves, and other names of namespaces."""

    def __init__(self) -> None:
        """No namespace is open: names are those of the file."""
        self._blocks: list[tuple[tuple[str, ...], int, bool]] = []
        """The names of a block, how much was opened before it began, and whether only this file sees its names."""
        self._opened: list[str] = []
        self._aliases: dict[str, tuple[str, ...]] = {}
        self._calls = 0
        """How many times a namespace was given another name."""
        self._situations: dict[object, int] = {}
        self.situation = 0
        """A number for all that `candidates` hang on: the same number, the same candidates."""

    def _change(self) -> None:
        """Tell by `situation` what is open now."""
        now = (*self._blocks[:_MOST], self._calls, *self._opened[-_MOST:])
        self.situation = self._situations.setdefault(now, len(self._situations) + 1)

    def enter(self, names: tuple[str, ...], *, hidden: bool = False) -> None:
        """Begin a block that puts these names before its own."""
        self._blocks.append((names, len(self._opened), hidden))
        self._change()

    def leave(self) -> None:
        """End a block, with all that it opened."""
        _, opened, _ = self._blocks.pop()
        del self._opened[opened:]
        self._change()

    def open(self, names: tuple[str, ...]) -> None:
        """Let the names of another namespace be found without it."""
        own = self._meant(names)
        found = [f"{prefix}.{own}" for prefix in self._around()]
        self._opened += [own, *reversed(found)]
        self._change()

    def call(self, name: str, names: tuple[str, ...]) -> None:
        """Give a namespace another name."""
        self._aliases[name] = names
        self._calls += 1
        self._change()

    @property
    def is_hidden(self) -> bool:
        """Whether other files do not see what is defined here."""
        return any(hidden for _, _, hidden in self._blocks)

    @property
    def prefix(self) -> str:
        """What stands before the names that are bound here: "" or dotted names."""
        return ".".join(name for names, _, _ in self._blocks for name in names)

    def full(self, name: str) -> str:
        """A name that is bound here, told in full."""
        prefix = self.prefix
        return f"{prefix}.{name}" if prefix else name

    def candidates(self, names: tuple[str, ...]) -> list[str]:
        """What a dotted name may be in full, the nearest first."""
        own = self._meant(names)
        found = (f"{prefix}.{own}" for prefix in (*self._around(), *reversed(self._opened[-_MOST:])))
        return [*dict.fromkeys(found), own]

    def _meant(self, names: tuple[str, ...]) -> str:
        """A dotted name in which another name of a namespace is replaced by its own."""
        head = self._aliases.get(names[0])
        return ".".join((*head, *names[1:]) if head else names)

    def _around(self) -> Iterator[str]:
        """The blocks in full, from the inside out."""
        names = [name for names, _, _ in self._blocks[:_MOST] for name in names]
        return reversed(list(accumulate(names, lambda around, name: f"{around}.{name}")))


def names_in(text: str, *, counted: bool = False) -> tuple[str, ...]:
    """The names of a path such as `a::B<int>::c` or `a.B.c`, without the arguments of generic types; or, if those are
    `counted`, with their number."""
    if counted and "<" in text:
        text = counted_names(text)
    text, operator, what = text.partition("operator")
    for _ in range(_DEEPEST):
        if "<" not in text:
            break
        text = _ARGUMENTS.sub("", text)
    text = text.partition("<")[0]
    names = tuple(filter(None, ("".join(part.split()) for part in text.replace("::", ".").split("."))))
    if not operator:
        return names
    what = what.strip()
    return (*names, f"operator {what.partition('(')[0]}" if what[:1].isalpha() else f"operator{''.join(what.split())}")
