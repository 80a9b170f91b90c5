"""Answers that are worked out once, with the keys that they hang on, also where questions lead back to themselves."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, Final, TypeVarTuple

from graph.code.things import NOTHING, File, Things, file_of
from graph.facts import Interface, Value

_NEVER: Final = 1 << 30
_NO_KEYS: Final[frozenset[str]] = frozenset()
_ROUNDS: Final = 8
_DEEPEST: Final = 80
"""How many questions may wait for one another."""

Question = tuple[Hashable, ...]
_Answer = tuple[Things, frozenset[str], bool]
"""An answer, the keys that it hangs on, and whether it hangs on what callers hand over."""
_Keys = tuple[set[str], set[frozenset[str]]]
_About = TypeVarTuple("_About")
_Asked = tuple[Question, Callable[..., Things], tuple[Any, ...]]
"""A question, the rule that answers it, and what that is told."""


class _TooDeep(Exception):
    """Too many questions wait for one another."""

    def __init__(self, asked: _Asked) -> None:
        super().__init__()
        self.asked = asked


class Answers:
    """Remembers answers; each is kept with the keys that came up while it was worked out."""

    def __init__(self, files: Callable[[str], File | None]) -> None:
        """`files` gives the interface of a file of code."""
        self._files = files
        self._known: dict[Question, _Answer] = {}
        self._own: dict[Question, _Answer] = {}
        self._active: dict[Question, int] = {}
        self._lowest = _NEVER
        self._waiting: dict[Question, _Asked] = {}
        """Those that wait for the answer to one that lay too deep below them."""
        self._is_ring = False
        """Whether the way down came back to one of those: it has no end that could be answered first."""
        self._so_far: dict[Question, Things] = {}
        """What the last round came to, of questions that lead back to themselves."""
        self._passing_answers: dict[Question, tuple[_Answer, int]] = {}
        """Answers of this round, and the depth of the question that they hang on."""
        self._members: list[tuple[Question, _Keys]] = []
        """The questions of those answers, in the order of answering, and what each hangs on by itself: all of them
        come to hang on the same, so only what they have in common is made one set."""
        self._path_at_work, self._file_at_work = "", file_of(Interface())
        self.keys: set[str] = set()
        """What the question at work hangs on by itself."""
        self.key_sets: set[frozenset[str]] = set()
        """What the answers hang on that it asked for."""
        self.is_handed = False
        """Whether it hangs on what callers hand over."""
        self._same: dict[frozenset[str], frozenset[str]] = {}
        """One of all equal sets of keys."""

    def begin(self, path: str, values: tuple[Value, ...]) -> None:
        """Turn to the uses of one file, which need values beyond those of its interface."""
        found = self._files(path)
        assert found is not None, path
        self._path_at_work, self._file_at_work = path, found._replace(values=found.values + values)
        self._own.clear()
        self.keys, self.key_sets, self.is_handed = set(), set(), False

    def all_keys(self) -> frozenset[str]:
        """What the answers since `begin` hang on."""
        if not self.keys and len(self.key_sets) < 2:
            return next(iter(self.key_sets), _NO_KEYS)
        return self._one_of_equal(_NO_KEYS.union(self.keys, *self.key_sets))

    def _one_of_equal(self, keys: frozenset[str]) -> frozenset[str]:
        return self._same.setdefault(keys, keys)

    def forget(self) -> None:
        """Drop all answers."""
        self._known, self._own, self._same = {}, {}, {}

    def forget_handed(self) -> None:
        """Drop the answers that hang on what callers hand over."""
        self._known = {question: answer for question, answer in self._known.items() if not answer[2]}

    def file(self, path: str) -> File:
        """The file at a path that is known to be code."""
        if path == self._path_at_work:
            return self._file_at_work
        found = self._files(path)
        assert found is not None, path
        return found

    def remembered(self, question: Question, rule: Callable[[*_About], Things], *about: *_About) -> Things:
        """The answer that `rule` works out `about` something, once.

        Questions that lead back to themselves are answered together: the first of them is asked again, starting from
        what the others came to, until nothing changes. So the answers do not depend on which one is asked first.
        """
        known = self._known.get(question) or self._own.get(question)
        if known is None and self._active:
            known = self._passing(question)
        if known is not None:
            if known[1]:
                self.key_sets.add(known[1])
            if known[2]:
                self.is_handed = True
            return known[0]
        if not self._active:
            return self._from_the_depths((question, rule, about))
        self._is_ring = self._is_ring or (question in self._waiting and question not in self._active)
        if len(self._active) > _DEEPEST:
            if not self._is_ring:
                raise _TooDeep((question, rule, about))
            self._lowest = 0
            return NOTHING
        return self._worked_out(question, rule, about)

    def _from_the_depths(self, asked: _Asked) -> Things:
        """The answer to a question that none waits for.

        Where too many would wait for one another, the deepest of them is answered first, by itself: so an answer does
        not hang on what was asked before, however long the way to it is.
        """
        above = self.keys, self.key_sets, self.is_handed
        self._is_ring = False
        while True:
            try:
                answer = self._worked_out(*asked)
            except _TooDeep as deeper:
                self._waiting[asked[0]] = asked
                self._drop_unfinished()
                self.keys, self.key_sets, self.is_handed = above
                self._lowest = _NEVER
                asked = deeper.asked
            else:
                self._waiting.pop(asked[0], None)
                if not self._waiting:
                    return answer
                asked = next(reversed(self._waiting.values()))

    def _drop_unfinished(self) -> None:
        for each in (self._active, self._members, self._so_far, self._passing_answers):
            each.clear()

    def _worked_out(self, question: Question, rule: Callable[..., Things], about: tuple[Any, ...]) -> Things:
        """The answer to a question, kept with what it hangs on."""
        depth, mark = len(self._active), len(self._members)
        keys, key_sets, is_handed, lowest = self.keys, self.key_sets, self.is_handed, self._lowest
        self._active[question] = depth
        self._start_anew()
        answer = rule(*about)
        for _ in range(_ROUNDS if self._lowest == depth else 0):
            if not self._has_changed(question, answer, mark):
                break
            self._start_anew()
            answer = rule(*about)
        del self._active[question]
        if self._lowest >= depth:
            if hangs_on := self._settle(question, answer, mark):
                key_sets.add(hangs_on)
            self._lowest = lowest
        else:
            self._hang_lower(mark, depth)
            self._members.append((question, (self.keys, self.key_sets)))
            self._passing_answers[question] = (answer, _NO_KEYS, self.is_handed), self._lowest
            self._lowest = min(lowest, self._lowest)
        if not self._active:
            self._so_far.clear()
        self.keys, self.key_sets, self.is_handed = keys, key_sets, is_handed or self.is_handed
        return answer

    def _hang_lower(self, mark: int, depth: int) -> None:
        """Let the answers that hang on a question at a depth hang on what that hangs on, as it waits no longer."""
        for member, _ in self._members[mark:]:
            passing = self._passing_answers.get(member)
            if passing is not None and passing[1] >= depth:
                self._passing_answers[member] = passing[0], self._lowest

    def _start_anew(self) -> None:
        self.keys, self.key_sets, self.is_handed, self._lowest = set(), set(), False, _NEVER

    def _passing(self, question: Question) -> _Answer | None:
        """The answer so far to a question that waits for itself, or that was answered while another one does."""
        depth = self._active.get(question)
        if depth is not None:
            self._lowest = min(self._lowest, depth)
            return self._so_far.get(question, NOTHING), _NO_KEYS, False
        passing = self._passing_answers.get(question)
        if passing is None:
            return None
        self._lowest = min(self._lowest, passing[1])
        return passing[0]

    def _has_changed(self, question: Question, answer: Things, mark: int) -> bool:
        """Whether a round brought anything new to a question or to those that hang together with it; begins another."""
        changed = self._so_far.get(question, NOTHING) != answer
        self._so_far[question] = answer
        for member, _ in self._members[mark:]:
            passing = self._passing_answers.pop(member, None)
            if passing is not None and self._so_far.get(member, NOTHING) != passing[0][0]:
                self._so_far[member] = passing[0][0]
                changed = True
        if changed:
            del self._members[mark:]
        return changed

    def _settle(self, question: Question, answer: Things, mark: int) -> frozenset[str]:
        """Keep the answer to a question, and those to all that hang together with it; the keys that they hang on."""
        members = self._members[mark:]
        del self._members[mark:]
        for _, (keys, key_sets) in members:
            self.keys |= keys
            self.key_sets |= key_sets
        hangs_on = self.all_keys()
        for member in dict.fromkeys(member for member, _ in members):  # one may have been answered twice in a round
            passing = self._passing_answers.pop(member, None)
            things = passing[0][0] if passing else self._so_far.get(member, NOTHING)
            self._store(member)[member] = things, hangs_on, self.is_handed
            self._so_far.pop(member, None)
        self._so_far.pop(question, None)
        self._store(question)[question] = answer, hangs_on, self.is_handed
        return hangs_on

    def _store(self, question: Question) -> dict[Question, _Answer]:
        """Where an answer is kept: those about values that only the file at work knows go with it."""
        place = question[-1]
        if type(place) is int and self._path_at_work == question[0]:
            is_own = question[1] in ("instances", place) and place >= len(self._file_at_work.interface.values)
            return self._own if is_own else self._known
        return self._known
