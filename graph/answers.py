"""Answers that are worked out once, with the keys that they hang on, also where questions lead back to themselves."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Final

from graph.facts import Value
from graph.things import NOTHING, File, Things, file_of

_NEVER: Final = 1 << 30
_NO_KEYS: Final[frozenset[str]] = frozenset()
_ROUNDS: Final = 8
_DEEPEST: Final = 80
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
        self._so_far: dict[Question, Things] = {}
        """What the last round came to, of questions that lead back to themselves."""
        self._passing_answers: dict[Question, tuple[Things, frozenset[str], int]] = {}
        """Answers of this round, with their keys and the depth of the question that they hang on."""
        self._members: list[Question] = []
        """The questions of those answers, in the order of answering."""
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
        """The answer that `rule` works out, once.

        Questions that lead back to themselves are answered together: the first of them is asked again, starting from
        what the others came to, until nothing changes. So the answers do not depend on which one is asked first.
        """
        known = self._known.get(question) or self._own.get(question) or self._passing(question)
        if known is not None:
            self.keys |= known[1]
            return known[0]
        if len(self._active) > _DEEPEST:
            self._lowest = 0
            return NOTHING
        depth, mark = len(self._active), len(self._members)
        keys, lowest = self.keys, self._lowest
        self._active[question] = depth
        answer = self._worked_out(question, rule)
        for _ in range(_ROUNDS if self._lowest == depth else 0):
            if not self._has_changed(question, answer, mark):
                break
            answer = self._worked_out(question, rule)
        del self._active[question]
        if self._lowest >= depth:
            self._settle(question, answer, mark)
            self._lowest = lowest
        else:
            self._members.append(question)
            self._passing_answers[question] = answer, frozenset(self.keys), self._lowest
            self._lowest = min(lowest, self._lowest)
        if not self._active:
            self._so_far.clear()
        self.keys |= keys
        return answer

    def _worked_out(self, question: Question, rule: Callable[[], Things]) -> Things:
        self.keys, self._lowest = set(), _NEVER
        return rule()

    def _passing(self, question: Question) -> tuple[Things, frozenset[str]] | None:
        """The answer so far to a question that waits for itself, or that was answered while another one does."""
        depth = self._active.get(question)
        if depth is not None:
            self._lowest = min(self._lowest, depth)
            return self._so_far.get(question, NOTHING), _NO_KEYS
        passing = self._passing_answers.get(question)
        if passing is None:
            return None
        self._lowest = min(self._lowest, passing[2])
        return passing[:2]

    def _has_changed(self, question: Question, answer: Things, mark: int) -> bool:
        """Whether a round brought anything new to a question or to those that hang together with it; begins another."""
        changed = self._so_far.get(question, NOTHING) != answer
        self._so_far[question] = answer
        for member in self._members[mark:]:
            passing = self._passing_answers.pop(member, None)
            if passing is not None and self._so_far.get(member, NOTHING) != passing[0]:
                self._so_far[member] = passing[0]
                changed = True
        if changed:
            del self._members[mark:]
        return changed

    def _settle(self, question: Question, answer: Things, mark: int) -> None:
        """Keep the answer to a question, and those to all that hang together with it."""
        keys = frozenset(self.keys)
        for member in self._members[mark:]:
            passing = self._passing_answers.pop(member, None)
            self._store(member)[member] = (passing[0] if passing else self._so_far.get(member, NOTHING)), keys
            self._so_far.pop(member, None)
        del self._members[mark:]
        self._so_far.pop(question, None)
        self._store(question)[question] = answer, keys

    def _store(self, question: Question) -> dict[Question, tuple[Things, frozenset[str]]]:
        """Where an answer is kept: those about values that only the file at work knows go with it."""
        place = question[-1]
        if type(place) is int and self._at_work is not None and self._at_work[0] == question[0]:
            is_own = question[1] in ("instances", place) and place >= len(self._at_work[1].interface.values)
            return self._own if is_own else self._known
        return self._known
