"""Edges of code as they are found: one for all uses of the same kind between the same two."""

from __future__ import annotations

from collections.abc import Iterator, Set
from typing import Any, Final, NamedTuple

from graph.model import AMBIGUOUS, EXTRACTED, INFERRED, Confidence, Edge

_SURE: Final = 0.999
_STRONGER: Final = frozenset(["calls", "inherits", "implements"])
"""Relations that say more than `references`: where one holds, that is left out."""
_TESTS: Final = 0.9


class _Found(NamedTuple):
    score: float
    lines: list[int]
    candidates: tuple[str, ...]


class Gathering:
    """The edges that one file states."""

    def __init__(self, path: str, is_test: bool, tests: Set[str]) -> None:
        """Of the file at a path; one that tests other code says so in its names, else `tests` are those that do."""
        self._path, self._is_test, self._tests = path, is_test, tests
        self._found: dict[tuple[str, str, str], _Found] = {}

    def add(
        self,
        ends: tuple[str, str],
        relation: str,
        score: float,
        lines: tuple[int, ...],
        candidates: tuple[str, ...] = (),
    ) -> None:
        """Note that `ends`, source and target, are related; `candidates` are what the target may be instead."""
        if ends[0] == ends[1] and relation != "calls":
            return
        known = self._found.get((*ends, relation))
        if known is None:
            self._found[*ends, relation] = _Found(score, list(lines), candidates)
        else:
            self._found[*ends, relation] = _Found(
                max(score, known.score), known.lines + list(lines), known.candidates and candidates
            )

    def edges(self) -> Iterator[Edge]:
        """One edge for each pair and relation, with every line."""
        strong = {key[:2] for key in self._found if key[2] in _STRONGER}
        for (source, target, relation), found in self._found.items():
            if relation != "references" or (source, target) not in strong:
                yield self._edge(source, target, relation, found)

    def _edge(self, source: str, target: str, relation: str, found: _Found) -> Edge:
        lines = tuple(sorted(found.lines))
        confidence: Confidence = EXTRACTED if found.score >= _SURE else INFERRED
        attrs: dict[str, Any] = {}
        if found.candidates:
            confidence, attrs = AMBIGUOUS, {"candidates": list(found.candidates)}
        score = 1.0 if confidence == EXTRACTED else round(found.score, 3)
        location = f"L{lines[0]}" if lines else ""
        return Edge(source, target, relation, confidence, score, self._path, location, lines, attrs)

    def note_tests(self, is_test: dict[str, bool]) -> None:
        """A test that bears the name of what it uses tests that, unless `is_test` says it is a test itself."""
        if not self._is_test and not self._tests:
            return
        for (source, target, relation), found in list(self._found.items()):
            tests = self._is_test or source in self._tests
            if tests and relation != "overrides" and not is_test.get(target, True) and _is_named_after(source, target):
                self.add((source, target), "tests", _TESTS, tuple(found.lines))


def _is_named_after(test: str, tested: str) -> bool:
    """Whether a test bears the name of what is tested: `TestSession.test_send` tests `Session` and `send`."""
    name, own = _bare(_own_name(tested).rpartition(".")[2]), _bare(_own_name(test))
    return len(name) > 2 and name in own


def _own_name(identity: str) -> str:
    """The qualified name of a symbol, or the name of a file without its extension."""
    path, _, symbol = identity.partition("::")
    return symbol or path.rpartition("/")[2].partition(".")[0]


def _bare(name: str) -> str:
    return "".join(filter(str.isalnum, name)).lower()
