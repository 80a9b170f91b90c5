"""What notes of a project say of its code: an edge to each symbol or file that one names in backticks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final

from graph.insight.units import is_test
from graph.model import INFERRED, Edge, Node, node_id
from graph.naming import fits_steps, names_of, steps
from graph.text import fold

SURE: Final = 0.8
"""A dotted name or path that only one fits."""
LIKELY: Final = 0.6
"""A bare name: it may be a word that the code happens to use."""
_BARE: Final = frozenset({"class", "function", "interface", "enum", "struct", "trait"})
"""Kinds that a bare name can mean: `name` or `get` in a note is hardly ever the one method called so."""

Quoted = Iterable[tuple[str, tuple[int, ...]]]
Called = Callable[[str], Iterable[Node]]
"""Gives the code with this folded name."""


def keys_of(quoted: Quoted) -> frozenset[str]:
    """The keys on which the edges of a note hang: any code of these names."""
    return frozenset(_key(fold(part)) for name, _ in quoted for part in _lasts(name))


def keys_of_code(node: Node) -> set[str]:
    """The keys on which the answers hang that code may be: all the names under which it is looked for."""
    return {_key(name) for name, _ in names_of(node)}


def _key(name: str) -> str:
    return f"code:{name}"


def quoted_edges(path: str, quoted: Quoted, called: Called) -> Iterator[Edge]:
    """The `references` of a note to code: where exactly one fits, else none."""
    found: dict[str, tuple[float, list[int]]] = {}
    for name, lines in quoted:
        fits = {node.id for part in _lasts(name) for node in called(fold(part)) if _is_meant(node, name)}
        if len(fits) == 1:
            target = fits.pop()
            score, known = found.get(target, (0.0, []))
            found[target] = max(score, SURE if len(steps(name)) > 1 else LIKELY), [*known, *lines]
    for target, (score, places) in sorted(found.items()):
        lines = tuple(sorted(set(places)))
        yield Edge(node_id(path), target, "references", INFERRED, score, path, f"L{lines[0]}", lines, {})


def _lasts(name: str) -> list[str]:
    """What the thing itself may be called: the last step, or that before the suffix of a file."""
    return steps(name)[-2:]


def _is_meant(node: Node, name: str) -> bool:
    wanted = [step for step in steps(name) if step]
    if is_test(node) or not fits_steps(node, wanted):
        return False
    return len(wanted) > 1 or (node.kind in _BARE and "." not in node.id.partition("::")[2])
