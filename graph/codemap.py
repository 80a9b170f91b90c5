"""What a developer wants to know of a code base first: god nodes, import cycles, entry points, hubs without a test."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from graph.cycles import knots
from graph.model import Node
from graph.naming import is_code
from graph.sheaf import Ties
from graph.units import class_of, is_project_code, is_test, placed, wholes_of

USES: Final = frozenset({"calls", "references", "inherits", "implements", "imports"})
"""Relations by which code needs other code."""
_NEEDS: Final = USES | {"tests"}
"""The same, and what tests touch."""
_NO_SYMBOLS: Final = frozenset({"file", "module", "variable"})
"""Kinds of code that are no god nodes: files are entered by what is in them, constants explain nothing."""
_PACKAGE: Final = "/__init__.py"
"""Runs before anything in its folder, so that an import of it from there says nothing."""
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
    """For each knot of files that import one another the shortest way round, first file again at its end."""
    entries: tuple[tuple[str, int], ...]
    """Where the code is entered: files and functions that nothing needs, with how many symbols they need themselves."""
    untested: tuple[tuple[str, int], ...]
    """Hubs that no test touches, with their degrees."""


def code_map(nodes: Sequence[Node], ties: Ties) -> CodeMap:
    """The map of the code in a graph."""
    needs = _needs(nodes, ties)
    degrees = _degrees(nodes, needs.users)
    return CodeMap(
        degrees,
        _gods(degrees, needs),
        tuple(_cycles(needs.imports)),
        tuple(_entries(nodes, needs)),
        _untested(degrees, needs),
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
    tested: set[str]
    """What tests touch, and the classes of it."""


def _needs(nodes: Sequence[Node], ties: Ties) -> _Needs:
    needs = _Needs({}, {}, {}, _imports(nodes, ties), set())
    project, testing = [is_project_code(node) for node in nodes], [is_test(node) for node in nodes]
    wholes = wholes_of(nodes)
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


def _imports(nodes: Sequence[Node], ties: Ties) -> dict[str, set[str]]:
    """By file of the project: which other ones it imports."""
    imports: dict[str, set[str]] = {}
    for source, target in set(ties.of_kinds([kind.relation == "imports" for kind in ties.kinds])):
        if not (is_code(nodes[source]) and not is_test(nodes[source]) and is_project_code(nodes[target])):
            continue
        one, other = (nodes[end].id.partition("::")[0] for end in (source, target))
        if one != other and not (other.endswith(_PACKAGE) and one.startswith(other.removesuffix(_PACKAGE) + "/")):
            imports.setdefault(one, set()).add(other)
    return imports


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
    """Files that nobody imports and that do something, and functions for others to call: `main`, decorated ones."""
    imported = {other for others in needs.imports.values() for other in others}
    found = []
    for node in nodes:
        if node.id not in needs.needed or node.id in needs.users or not is_project_code(node):
            continue
        is_entry = node.id not in imported if node.kind == "file" else _is_called_from_outside(node)
        if is_entry:
            found.append((node.id, len(needs.needed[node.id])))
    yield from sorted(found, key=lambda item: (-item[1], item[0]))


def _is_called_from_outside(node: Node) -> bool:
    return (
        node.kind == "function"
        and "." not in node.id.partition("::")[2]
        and (node.label == "main" or bool(node.attrs.get("decorators")))
    )


def _untested(degrees: Mapping[str, int], needs: _Needs) -> tuple[tuple[str, int], ...]:
    if not needs.tested:
        return ()
    hubs = list(degrees.items())[:_HUBS]
    return tuple((key, degree) for key, degree in hubs if degree >= _LEAST and "::" in key and key not in needs.tested)
