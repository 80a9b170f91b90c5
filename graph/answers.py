"""Answers that are worked out once, with the keys that they hang on, also where questions lead back to themselves."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Final

from graph.facts import Value
from graph.things import NOTHING, File, Things, file_of

_NEVER: Final = 1 << 30
_DEEPEST: Final = 100
"""How many questions may wait for one another."""

Question = tuple[Hashable, ...]


class Answers:
    """Remembers answers; each is kept with the keys that came up while it was worked out."""

    def __init__(self, files: Callable[[str], File | None]) -> None:
        """`files` gives the interface of a file of code."""
        self._files = files
        self._known: dict[Question, tuple[Things, frozenset[str]]] = {}
        self._own: dict[Question, tuple[Things, frozenset[str]]] = {}
        self._active: dict[Question, int] = {}
        self._lowest = _NEVER
        self._at_work: tuple[str, File] | None = None
        self.keys: set[str] = set()
        """What the answers since `begin` hang on."""

    def begin(self, path: str, values: tuple[Value, ...]) -> None:
        """Turn to the uses of one file, which need values beyond those of its interface."""
        found = self._files(path)
        assert found is not None, path
        self._at_work = path, file_of(found.interface, values)
        self._own.clear()
        self.keys = set()

    def file(self, path: str) -> File:
        """The file at a path that is known to be code."""
        if self._at_work is not None and self._at_work[0] == path:
            return self._at_work[1]
        found = self._files(path)
        assert found is not None, path
        return found

    def remembered(self, question: Question, rule: Callable[[], Things]) -> Things:
        """The answer that `rule` works out, once; nothing to a question that waits for its own answer.

        One that was cut short, as the question came up again on the way, is not kept: asked first, it would be whole.
        """
        known = self._known.get(question) or self._own.get(question)
        if known is not None:
            self.keys |= known[1]
            return known[0]
        depth = self._active.get(question)
        if depth is not None or len(self._active) > _DEEPEST:
            self._lowest = min(self._lowest, depth or 0)
            return NOTHING
        depth = self._active[question] = len(self._active)
        keys, lowest = self.keys, self._lowest
        self.keys, self._lowest = set(), _NEVER
        answer = rule()
        del self._active[question]
        if self._lowest >= depth:
            self._store(question)[question] = answer, frozenset(self.keys)
            self._lowest = lowest
        else:
            self._lowest = min(lowest, self._lowest)
        keys |= self.keys
        self.keys = keys
        return answer

    def _store(self, question: Question) -> dict[Question, tuple[Things, frozenset[str]]]:
        """Where an answer is kept: those about values that only the file at work knows go with it."""
        place = question[-1]
        if type(place) is int and self._at_work is not None and self._at_work[0] == question[0]:
            is_own = question[1] in ("instances", place) and place >= len(self._at_work[1].interface.values)
            return self._own if is_own else self._known
        return self._known
