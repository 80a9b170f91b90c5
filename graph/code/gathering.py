"""Edges of code as they are found: one for all uses of the same kind between the same two."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final, NamedTuple

from graph.code.evaluation import Evaluation
from graph.code.symbols import external_id, package_id, symbol_id
from graph.code.things import Thing, interface_key
from graph.facts import AT_LOAD, DECLARED, INLINE, TEST, When
from graph.model import AMBIGUOUS, EXTRACTED, INFERRED, Confidence, Edge, Node

_SURE: Final = 0.999
_STRONGER: Final = frozenset(["calls", "inherits", "implements"])
"""Relations that say more than `references`: where one holds, that is left out."""
_ONCE: Final = frozenset(["references", "imports"])
"""Relations of which a line states one, in however many ways that was found."""
_SHAPES: Final = frozenset(["overrides", "implements"])
"""Relations of a test to what it is made like, which it does not test by that."""
_TESTS: Final = 0.9

_Key = tuple[str, str, str]
"""Source, target and relation of an edge."""


class _Note(NamedTuple):
    """One thing that was found."""

    key: _Key
    score: float
    lines: tuple[int, ...]
    candidates: tuple[str, ...]
    when: When
    """Of an import."""


class _Found(NamedTuple):
    """All that was found of one edge."""

    score: float
    lines: list[int]
    candidates: tuple[str, ...]
    when: When = AT_LOAD


class Gathering:
    """The edges that one file states, and the nodes they need that are no file's own."""

    def __init__(self, path: str, evaluation: Evaluation) -> None:
        """Of the file at a path; `evaluation` tells what symbols things are."""
        self._path, self._ask = path, evaluation
        interface = evaluation.file(path).interface
        self._is_test = interface.is_test
        self._own_tests = {symbol_id(path, each.name) for each in interface.definitions if TEST in each.flags}
        """The tests among code that is none."""
        self._notes: list[_Note] = []
        self._targets: dict[Thing, str] = {}
        self._nodes: dict[str, Node] = {}
        self._called: dict[_Key, list[str]] = {}
        self._tests: dict[str, bool] = {}
        """Whether a symbol is a test."""
        self._build = interface.build
        self._builds: dict[str, str] = {}
        """What must hold of a build with a symbol, where that is not what must hold of one with this file."""

    def add(
        self, source: str, thing: Thing, relation: str, score: float, lines: tuple[int, ...], when: When = AT_LOAD
    ) -> None:
        """Note that a symbol is related to a thing; of an import, when it runs."""
        target = self.target(thing)
        if target and (source != target or relation == "calls"):
            self._notes.append(_Note((source, target, relation), score, lines, (), when))

    def add_one_of(
        self, source: str, things: list[Thing], relation: str, lines: tuple[int, ...], when: When = AT_LOAD
    ) -> None:
        """Note that a symbol is related to one of these things, and nothing tells to which."""
        targets = tuple(map(self.target, things))
        if targets and source != targets[0]:
            candidates = targets if len(targets) > 1 else ()
            self._notes.append(_Note((source, targets[0], relation), 1 / len(targets), lines, candidates, when))

    def call(self, source: str, thing: Thing, relation: str, name: str) -> None:
        """Note by what name a symbol is related to a thing."""
        self._called.setdefault((source, self.target(thing), relation), []).append(name)

    def target(self, thing: Thing) -> str:
        """The node that a thing is, "" if it has none."""
        known = self._targets.get(thing)
        if known is None:
            known = self._targets[thing] = self._target(thing)
        return known

    def mark(self) -> int:
        """Where the notes end now."""
        return len(self._notes)

    def take_back(self, mark: int) -> None:
        """Forget what was noted since `mark`."""
        del self._notes[mark:]

    def nodes(self) -> tuple[Node, ...]:
        """The externals and packages that the edges name."""
        named = {end for note in self._notes for end in note.key[:2]}
        return tuple(node for identity, node in self._nodes.items() if identity in named)

    def edges(self) -> tuple[Edge, ...]:
        """One edge for each pair and relation, with every line."""
        found = self._found()
        if self._is_test or self._own_tests:
            found |= self._tested(found)
        strong = {key[:2] for key in found if key[2] in _STRONGER}
        return tuple(
            self._edge(*key, all_of_it)
            for key, all_of_it in found.items()
            if key[2] != "references" or key[:2] not in strong
        )

    def _found(self) -> dict[_Key, _Found]:
        found: dict[_Key, _Found] = {}
        for key, score, lines, candidates, when in self._notes:
            known = found.get(key)
            if known is None:
                found[key] = _Found(score, list(lines), candidates, when)
            else:
                known.lines.extend(lines)
                first = min(known.when, when)  # which is also their order by name
                if score > known.score or known.candidates or first != known.when:
                    candidates = known.candidates and candidates
                    found[key] = _Found(max(score, known.score), known.lines, candidates, first)
        return found

    def _edge(self, source: str, target: str, relation: str, found: _Found) -> Edge:
        lines = tuple(sorted(set(found.lines) if relation in _ONCE else found.lines))
        confidence: Confidence = EXTRACTED if found.score >= _SURE else INFERRED
        attrs: dict[str, Any] = {}
        if found.candidates:
            confidence, attrs = AMBIGUOUS, {"candidates": list(found.candidates)}
        if found.when != AT_LOAD:
            attrs["when"] = found.when
        if names := self._called.get((source, target, relation)):
            attrs["names"] = list(dict.fromkeys(names))
        if target in self._builds:
            attrs["build"] = self._builds[target]
        score = 1.0 if confidence == EXTRACTED else round(found.score, 3)
        location = f"L{lines[0]}" if lines else ""
        return Edge(source, target, relation, confidence, score, self._path, location, lines, attrs)

    def _tested(self, found: Mapping[_Key, _Found]) -> dict[_Key, _Found]:
        """A test that bears the name of what it uses tests that, unless that is a test itself."""
        tests: dict[_Key, _Found] = {}
        for (source, target, relation), each in found.items():
            if not self._is_test and source not in self._own_tests:
                continue
            if relation not in _SHAPES and not self._tests.get(target, True) and _is_named_after(source, target):
                tests.setdefault((source, target, "tests"), _Found(_TESTS, [], ())).lines.extend(each.lines)
        return tests

    # targets

    def _target(self, thing: Thing) -> str:
        if thing.kind == "external":
            return self._outside(external_id(thing.name), thing.name, "external")
        if thing.kind == "package":
            return self._outside(package_id(thing.name), thing.name.partition(":")[2], "module")
        if thing.kind in ("module", "variable"):
            return self._inside(symbol_id(thing.path, thing.name), thing.path)
        thing = self._ask.bodies.of(thing)
        definition = self._ask.definition(thing)
        if INLINE in definition.flags or DECLARED in definition.flags:
            return ""
        target = self._inside(self._ask.symbol(thing.path, thing.at), thing.path)
        self._tests[target] |= TEST in definition.flags
        return target

    def _outside(self, target: str, label: str, kind: str) -> str:
        """A node that every file states that names it."""
        self._nodes.setdefault(target, Node(target, label, kind, "code", "", "", {}))
        return target

    def _inside(self, target: str, path: str) -> str:
        interface = self._ask.file(path).interface
        self._tests[target] = interface.is_test
        if interface.build not in ("", self._build):
            self._builds[target] = interface.build
        if self._is_test or self._own_tests:
            self._ask.keys.add(interface_key(path, ""))
        return target


def _is_named_after(test: str, tested: str) -> bool:
    """Whether a test bears the name of what is tested: `TestSession.test_send` tests `Session` and `send`."""
    name, own = _bare(_own_name(tested).rpartition(".")[2]), _bare(_own_name(test))
    return len(name) > 2 and name in own


def _own_name(identity: str) -> str:
    """The qualified name of a symbol, or the name of a file without its extension."""
    path, _, symbol = identity.partition("::")
    return symbol or path.rpartition("/")[2].partition(".")[0]


@lru_cache(1 << 16)
def _bare(name: str) -> str:
    return "".join(filter(str.isalnum, name)).lower()
