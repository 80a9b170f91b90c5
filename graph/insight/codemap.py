"""What a developer wants to know of a code base first: gods, import cycles, entry points, hubs that no test calls."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from posixpath import basename, splitext
from typing import Final, NamedTuple

from graph.facts import ASIDE, ENTERS
from graph.insight.cycles import knots
from graph.insight.units import class_of, is_project_code, is_test, placed, wholes_of
from graph.model import Node
from graph.naming import is_code
from graph.sheaf import Ties

USES: Final = frozenset({"calls", "references", "inherits", "implements", "imports"})
"""Relations by which code needs other code."""
_NEEDS: Final = USES | {"tests"}
"""The same, and what tests touch."""
_NO_SYMBOLS: Final = frozenset({"file", "module", "variable"})
"""Kinds of code that are no god nodes: files are entered by what is in them, constants explain nothing."""
_PACKAGE: Final = "/__init__.py"
"""Runs before anything in its folder, so that an import of it from there says nothing."""
_LINKED: Final = frozenset({"C", "C++", "C#", "Fortran", "Go", "Java", "Kotlin", "Objective-C", "Scala", "Swift"})
"""Languages whose files are put together by a build, not by imports: any of them may be imported by none."""
_MAINS: Final = frozenset({"main", "Main"})
_MAIN_FILES: Final = frozenset({"Program", "main"})
"""Files of such languages that may run from their first line on (C# and Swift)."""
_HUBS: Final = 200
"""Among how many of the god nodes those without a test are looked for."""
_LEAST: Final = 3
"""How many must need a symbol to make it a hub."""


class CodeMap(NamedTuple):
    """What stands out in a code base, the most telling first."""

    degrees: dict[str, int]
    """Project symbols by how many others need them, tests and their own members apart; the most needed first."""
    gods: dict[str, int]
    """God nodes: those through which the most is connected, by how many they are connected with; the best first."""
    cycles: tuple[tuple[str, ...], ...]
    """For each knot of files that import one another as they are loaded the shortest way round, first file again at its
    end."""
    entries: tuple[tuple[str, int], ...]
    """Where the code is entered, with how many symbols is needed there: what the project names, what is called `main`,
    then other files and functions that nothing needs."""
    untested: tuple[tuple[str, int], ...]
    """Hubs that no test touches, with their degrees."""


def code_map(nodes: Sequence[Node], ties: Ties) -> CodeMap:
    """The map of the code in a graph."""
    needs = _needs(nodes, ties)
    degrees = _degrees(nodes, needs.users)
    return CodeMap(
        degrees,
        _gods(degrees, needs),
        tuple(_cycles(needs.loads)),
        tuple(_entries(nodes, needs)),
        _untested(degrees, needs, _callable(nodes, ties)),
    )


class _Needs(NamedTuple):
    """Who needs whom in the project's code."""

    users: dict[str, set[str]]
    """By symbol: who needs it, tests apart."""
    needed: dict[str, set[str]]
    """By symbol: whom it needs."""
    reach: dict[str, set[str]]
    """By symbol, a class with all its members: whom it needs outside of itself."""
    imports: dict[str, set[str]]
    """By file: which files it imports."""
    loads: dict[str, set[str]]
    """By file: which files it imports as it is loaded itself."""
    named: set[str]
    """What the project says it is entered by."""
    tested: set[str]
    """What tests touch, and the classes of it."""


def _needs(nodes: Sequence[Node], ties: Ties) -> _Needs:
    project, testing = [is_project_code(node) for node in nodes], [is_test(node) for node in nodes]
    entered = ties.of_kinds([kind.relation == ENTERS for kind in ties.kinds])
    named = {nodes[target].id for source, target in entered if not _is_aside(nodes[source].id)}
    needs = _Needs({}, {}, {}, *_imports(nodes, ties), named, set())
    wholes = wholes_of(nodes, ties)
    for place, users in _users(ties, project).items():
        target = class_of(nodes[place].id)
        outer = placed(target, wholes)
        if any(testing[user] for user in users):
            needs.tested.update((target, outer.rpartition(".")[0]))
        own = {nodes[user].id for user in users if is_code(nodes[user]) and not testing[user]}
        found = {user for user in own if not _is_inside(placed(user, wholes), outer)}
        if not found:
            continue
        for part in (target, *_classes_around(outer)):
            needs.users.setdefault(part, set()).update(found)
        for user in found:
            needs.needed.setdefault(user, set()).add(target)
    for user, targets in needs.needed.items():
        for part in (user, *_classes_around(placed(user, wholes))):
            outside = {each for each in targets if not placed(each, wholes).startswith(f"{part}.")}
            needs.reach.setdefault(part, set()).update(outside)
    return needs


def _users(ties: Ties, project: Sequence[bool]) -> dict[int, set[int]]:
    """Who needs or tests what of the project, by what is needed."""
    users: dict[int, set[int]] = {}
    for source, target in ties.of_kinds([kind.relation in _NEEDS for kind in ties.kinds]):
        if project[target]:
            users.setdefault(target, set()).add(source)
    return users


def _classes_around(target: str) -> Iterator[str]:
    """The classes that a symbol belongs to: who needs a method needs its class."""
    path, _, symbol = target.partition("::")
    while "." in symbol:
        symbol = symbol.rpartition(".")[0]
        yield f"{path}::{symbol}"


def _is_inside(source: str, target: str) -> bool:
    """Whether one symbol is the other or a part of it, or both are parts of one class."""
    around = target.rpartition(".")[0] if "." in target.partition("::")[2] else target
    return source == target or source.startswith((around + ".", around + "::"))


def _imports(nodes: Sequence[Node], ties: Ties) -> tuple[dict[str, set[str]], dict[str, set[str]]]:
    """By file of the project: which other ones it imports, and which of them it needs to be loaded."""
    imports: dict[str, set[str]] = {}
    loads: dict[str, set[str]] = {}
    at_load = set(ties.of_kinds([kind.relation == "imports" and not kind.when for kind in ties.kinds]))
    for ends in set(ties.of_kinds([kind.relation == "imports" for kind in ties.kinds])):
        source, target = (nodes[end] for end in ends)
        if not (is_code(source) and not is_test(source) and is_project_code(target)):
            continue
        one, other = (node.id.partition("::")[0] for node in (source, target))
        if one != other and not (other.endswith(_PACKAGE) and one.startswith(other.removesuffix(_PACKAGE) + "/")):
            imports.setdefault(one, set()).add(other)
            if ends in at_load:
                loads.setdefault(one, set()).add(other)
    return imports, loads


def _degrees(nodes: Sequence[Node], users: Mapping[str, set[str]]) -> dict[str, int]:
    counts = {node.id: len(users[node.id]) for node in nodes if node.id in users and node.kind not in _NO_SYMBOLS}
    return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))


def _gods(degrees: Mapping[str, int], needs: _Needs) -> dict[str, int]:
    """Symbols by the ways that lead through them: each one that needs a symbol, to each one that it needs itself.

    What is only needed, as an exception or a decorator is, comes after what does the work, as `Session` of requests
    does, which little of the library itself needs.
    """
    reach = {key: len(needs.reach.get(key, set()) - {key}) for key in degrees}
    ranked = sorted(degrees, key=lambda key: (-degrees[key] * (1 + reach[key]), key))
    return {key: degrees[key] + reach[key] for key in ranked}


def _cycles(imports: Mapping[str, set[str]]) -> Iterator[tuple[str, ...]]:
    """The shortest way round of each knot, the biggest knot first."""
    for knot in sorted(knots(imports), key=lambda files: (-len(files), files)):
        within = set(knot)
        rounds = filter(None, (_way_round(imports, start, within) for start in knot[:_HUBS]))
        yield min(rounds, key=lambda way: (len(way), way))


def _way_round(imports: Mapping[str, set[str]], start: str, within: set[str]) -> tuple[str, ...] | None:
    """The shortest way from a file back to itself, of equal ones the first."""
    came_from: dict[str, str] = {}
    pending = deque([start])
    while pending:
        here = pending.popleft()
        for there in sorted(imports.get(here, set()) & within):
            if there == start:
                return tuple(_unwound(came_from, here, start))
            if there not in came_from:
                came_from[there] = here
                pending.append(there)
    return None


def _unwound(came_from: Mapping[str, str], last: str, start: str) -> list[str]:
    way = [start]
    while last != start:
        way.append(last)
        last = came_from[last]
    return [*way, start][::-1]


def _entries(nodes: Sequence[Node], needs: _Needs) -> Iterator[tuple[str, int]]:
    """Where running begins: what the project names; what is called `main`; then files that nobody imports and that do
    something, and functions for others to call, which are decorated. Of each, what lies aside comes last.

    Files that are linked say nothing by not being imported.
    """
    imported = {other for others in needs.imports.values() for other in others}
    linked = {node.id for node in nodes if node.attrs.get("language") in _LINKED}
    reached = imported | linked
    found = []
    for node in nodes:
        is_named = node.id in needs.named
        if not is_project_code(node) or (node.id in needs.users and not is_named):
            continue
        is_main = _is_main(node, node.source_file in linked)
        is_entry = node.id not in reached if node.kind == "file" else _is_for_others(node)
        if is_named or is_main or (is_entry and node.id in needs.needed):
            found.append((not is_named, not is_main, _is_aside(node.id), -len(needs.needed.get(node.id, ())), node.id))
    yield from ((key, -count) for *_, count, key in sorted(found))


def _is_aside(identity: str) -> bool:
    return re.match(ASIDE, identity.partition("::")[0]) is not None


def _is_main(node: Node, is_linked: bool) -> bool:
    """Whether a program starts there: at `main` of a file, or of a class where files are linked; or at such a file."""
    if node.kind == "file":
        stem = splitext(basename(node.id))[0]
        return stem == "__main__" or (is_linked and stem in _MAIN_FILES)
    is_outer = "." not in node.id.partition("::")[2].partition("(")[0]
    return node.label in _MAINS and (is_outer or is_linked) and node.kind in ("function", "method")


def _is_for_others(node: Node) -> bool:
    outer = "." not in node.id.partition("::")[2]
    return node.kind == "function" and outer and bool(node.attrs.get("decorators"))


def _callable(nodes: Sequence[Node], ties: Ties) -> set[str]:
    """What a test could call: functions, methods, and classes that have any; no alias of a type, no record."""
    held = ties.of_kinds([kind.relation == "contains" for kind in ties.kinds])
    working = {nodes[whole].id for whole, part in held if nodes[part].kind == "method"}
    return working.union(node.id for node in nodes if node.kind in ("function", "method"))


def _untested(degrees: Mapping[str, int], needs: _Needs, working: set[str]) -> tuple[tuple[str, int], ...]:
    if not needs.tested:
        return ()
    hubs = islice(((key, degree) for key, degree in degrees.items() if not _is_aside(key)), _HUBS)
    return tuple((key, degree) for key, degree in hubs if degree >= _LEAST and key in working - needs.tested)
