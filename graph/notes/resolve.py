"""References in, edges out: who is meant, how sure that is, and what a reader should be told."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from posixpath import dirname, join, normpath
from typing import NamedTuple

from graph.model import (
    AMBIGUOUS,
    EXTRACTED,
    INFERRED,
    Confidence,
    Edge,
    Node,
    Problem,
    Reference,
    node_id,
    unresolved_id,
)
from graph.notes.anchors import Anchors
from graph.notes.names import Answer, Names, lookup_key
from graph.text import fold

ALIAS_SCORE = 0.9
"""An alias as link target: Obsidian leaves it unresolved, but only one note calls itself so."""
DAY_SCORE = 0.9
"""A date property whose daily note exists: Obsidian links it when clicked (help: Properties)."""
INLINE_SCORE = 0.8
"""A link inside a longer property value: Obsidian shows it as text."""


class View(NamedTuple):
    """What resolution may ask about the root."""

    names: Names
    anchors: Callable[[str], Anchors | None]
    """The anchors of a note, None for a file that has none (an attachment, a canvas, what could not be read)."""
    stray: Callable[[str], Node | None]
    """The node of a file that is in the graph only when something links to it; None for all others."""
    folders: Container[str] = ()
    """The folded paths of the folders that a link may lead to; none in a vault, where links lead to files."""


class Part(NamedTuple):
    """What one file tells of a class that may stand in several."""

    node: Node
    text: str
    """The search terms of its text."""


class Resolved(NamedTuple):
    """What came of one source."""

    nodes: tuple[Node, ...] = ()
    edges: tuple[Edge, ...] = ()
    problems: tuple[Problem, ...] = ()
    keys: frozenset[str] = frozenset()
    """What the answers hang on: names (`lookup_key`) and the headings of files (`anchor_key`)."""
    renamed: Mapping[str, str] = {}
    """What the nodes of the source are called that are parts of something, by their own ids."""
    parts: tuple[Part, ...] = ()
    """Those nodes."""


class _Finding(NamedTuple):
    """One reference, looked up."""

    target: str
    confidence: Confidence
    score: float
    candidates: tuple[str, ...]
    anchor: str
    """The attribute its subpath belongs into: subpath, broken_subpath, or fragment in a file without headings."""


def resolve(path: str, references: Iterable[Reference], view: View) -> Resolved:
    """The edges that the references of the file at `path` come to, one for each (target, relation)."""
    nodes: dict[str, Node] = {}
    problems: list[Problem] = []
    keys: set[str] = set()
    found: dict[tuple[str, str, str], list[tuple[Reference, _Finding]]] = {}
    for reference in sorted(references, key=_place):
        answer = _look_up(path, reference, view.names)
        keys |= _keys(path, reference, answer)
        finding = _finding(path, reference, answer, view)
        if finding is None:
            continue
        problems += _problems(path, reference, answer, finding)
        if finding.target == node_id(path):
            continue
        for node in map(view.stray, answer.fits) if answer.fits else [_unresolved(reference)]:
            if node is not None:
                nodes.setdefault(node.id, node)
        found.setdefault((reference.source, finding.target, reference.relation), []).append((reference, finding))
    edges = tuple(_edge(path, key, group) for key, group in found.items())
    return Resolved(tuple(nodes.values()), edges, tuple(problems), frozenset(keys))


def _place(reference: Reference) -> tuple[int, int, Reference]:
    """Where it stands; at one place any order will do that is always the same."""
    return reference.line, reference.column, reference


def anchor_key(path: str) -> str:
    """What a link into a file hangs on beside its name: the headings and blocks there."""
    return f"{path}#"


def _keys(path: str, reference: Reference, answer: Answer) -> set[str]:
    keys = {lookup_key(reference.target)} if reference.target else set()
    if not answer.fits:
        keys.update(map(lookup_key, _places(path, reference.target)))
    if reference.subpath and answer.fits:
        keys.add(anchor_key(answer.fits[0]))
    return keys


def _places(path: str, target: str) -> set[str]:
    """The folded paths at which a folder called so would lie: from the folder of `path`, and from the root unless `.`
    or `..` stands in it."""
    beside = fold(normpath(join(dirname(path), target)))
    from_root = fold(normpath(target.strip("/") or "."))
    if target.startswith("/"):
        return {from_root}
    return {beside} if {".", ".."} & set(target.split("/")) else {beside, from_root}


def _look_up(path: str, reference: Reference, names: Names) -> Answer:
    """The answer to a reference: the file of a canvas card is a path from the root, a day the name of a file."""
    if not reference.target:
        return Answer((path,), "path")
    if reference.syntax == "canvas":
        return names.find("/" + reference.target, "")
    look_up = names.find_file if reference.syntax == "date" else names.find
    return look_up(reference.target, dirname(path))


def _finding(path: str, reference: Reference, answer: Answer, view: View) -> _Finding | None:
    """What a reference comes to; None for a day without a daily note, and for a folder."""
    score = _score(reference, answer)
    confidence: Confidence = EXTRACTED if score == 1 else INFERRED
    if not answer.fits:
        if reference.syntax == "date" or any(place in view.folders for place in _places(path, reference.target)):
            return None
        return _Finding(unresolved_id(_plain_name(reference.target)), confidence, score, (), "subpath")
    target = node_id(answer.fits[0])
    anchor = _anchor(reference.subpath, view.anchors(answer.fits[0])) if reference.subpath else ""
    if len(answer.fits) > 1:
        candidates = tuple(node_id(fit) for fit in answer.fits)
        return _Finding(target, AMBIGUOUS, 1 / len(candidates), candidates, anchor)
    return _Finding(target, confidence, score, (), anchor)


def _anchor(subpath: str, found: Anchors | None) -> str:
    if found is None:
        return "fragment"
    return "subpath" if found.has(subpath) else "broken_subpath"


def _score(reference: Reference, answer: Answer) -> float:
    if answer.how == "alias":
        return ALIAS_SCORE
    return {"date": DAY_SCORE, "inline": INLINE_SCORE}.get(reference.syntax, 1.0)


def _plain_name(target: str) -> str:
    return target[:-3] if target.lower().endswith(".md") and len(target) > 3 else target


def _unresolved(reference: Reference) -> Node:
    name = _plain_name(reference.target)
    return Node(unresolved_id(name), name, "unresolved", "document", "", "", {})


def _edge(path: str, key: tuple[str, str, str], group: list[tuple[Reference, _Finding]]) -> Edge:
    """One edge for all the places that state it: the strongest confidence, every line."""
    lines = tuple(reference.line for reference, _ in group)
    best = max((finding for _, finding in group), key=lambda finding: finding.score)
    attrs: dict[str, object] = {}
    if best.confidence == AMBIGUOUS:
        attrs["candidates"] = list(best.candidates)
    for name in ("subpath", "broken_subpath", "fragment"):
        _add_subpaths(attrs, name, [reference.subpath for reference, finding in group if finding.anchor == name])
    return Edge(*key, best.confidence, best.score, path, f"L{lines[0]}", lines, attrs)


def _add_subpaths(attrs: dict[str, object], name: str, subpaths: list[str]) -> None:
    """`subpath` holds the first one; when a file names several, `subpaths` holds them all, in order."""
    given = list(dict.fromkeys(filter(None, subpaths)))
    if given:
        attrs[name] = given[0]
    if len(given) > 1:
        attrs[name + "s"] = given


def _problems(path: str, reference: Reference, answer: Answer, finding: _Finding) -> Iterator[Problem]:
    name, line, column = reference.target, reference.line, reference.column
    if not answer.fits:
        message = f"no file is called {name!r}; create it or correct the link"
        yield Problem(path, line, column, "warning", "unresolved-link", message)
    elif len(answer.fits) > 1:
        message = f"{name!r} fits {_listed(answer.fits)}; write the path of the one you mean"
        yield Problem(path, line, column, "warning", "ambiguous-link", message)
    elif answer.how == "alias":
        note = _plain_name(answer.fits[0].rpartition("/")[2])
        message = f"{name!r} is an alias, which Obsidian does not follow; write [[{note}|{name}]]"
        yield Problem(path, line, column, "info", "alias-as-target", message)
    elif answer.how == "suffix":
        message = f"{name!r} is only the end of the path {answer.fits[0]!r}; write the whole path"
        yield Problem(path, line, column, "info", "suffix-path", message)
    elif answer.also:
        message = f"{name!r} is {answer.fits[0]!r}, the shortest path, but also fits {_listed(answer.also)}"
        yield Problem(path, line, column, "warning", "same-name", message)
    if finding.anchor == "broken_subpath":
        rule = "broken-block" if reference.subpath.startswith("^") else "broken-heading"
        message = f"{answer.fits[0]!r} has no {rule[7:]} {reference.subpath!r}; correct the link"
        yield Problem(path, line, column, "warning", rule, message)


def _listed(paths: tuple[str, ...]) -> str:
    shown = ", ".join(repr(path) for path in paths[:5])
    return shown if len(paths) <= 5 else f"{shown} and {len(paths) - 5} more"
