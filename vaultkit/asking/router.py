"""The router view: which notes there are, by facet, tag and words, told by their summaries."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Final, NamedTuple

from graph.asking.answering import search
from graph.model import Node, tag_id
from graph.naming import is_excluded
from graph.text import fold
from vaultkit.asking.current import current_index
from vaultkit.building.pipeline import NOBODY, Watcher
from vaultkit.config import Root
from vaultkit.contract.view import near_key
from vaultkit.indexing.index import Index
from vaultkit.indexing.reader import Reader
from vaultkit.nearest import nearest
from vaultkit.sessions.conventions import Entry, declared_conventions, stating


class Value(NamedTuple):
    """A value of a facet."""

    name: str
    """As first written."""
    notes: int
    """How many have it."""


class Facets(NamedTuple):
    """What the notes of a vault are tagged with."""

    values: Mapping[str, tuple[Value, ...]]
    """By namespace, the most used first."""
    near: tuple[tuple[str, str], ...]
    """Tags that look like two spellings of one, the more used first."""


class Convention(NamedTuple):
    """A convention that a project declares."""

    tag: str
    declared: tuple[str, ...]
    """The files that name it."""
    notes: tuple[Entry, ...]
    """The notes with this tag; none if nobody has written one."""


def facets(root: Root, namespaces: Sequence[str], watcher: Watcher = NOBODY) -> Facets:
    """The values of each namespace with how many notes have them, and which look alike. Raises VaultkitError."""
    with current_index(root, watcher, older=True) as index:
        counts = _tag_counts(index)
    values: dict[str, list[Value]] = {namespace: [] for namespace in namespaces}
    for tag, count in counts:
        namespace, _, name = tag.partition("/")
        if name and namespace.lower() in values:
            values[namespace.lower()].append(Value(name, count))
    ordered = {
        namespace: tuple(sorted(found, key=lambda value: (-value.notes, value.name)))
        for namespace, found in values.items()
    }
    return Facets(ordered, tuple(pair for namespace, found in ordered.items() for pair in _near(namespace, found)))


def notes(
    root: Root, tags: Sequence[str], text: str = "", top: int | None = None, watcher: Watcher = NOBODY
) -> list[Entry]:
    """The notes with all of these tags, or tags below them: by path, or the best first if there is a `text` to find."""
    with current_index(root, watcher, older=True) as index:
        return _notes(Reader(index.connection), tags, text)[:top]


def why_none(root: Root, tags: Sequence[str], watcher: Watcher = NOBODY) -> str:
    """Why no note is found: the first tag that nobody has, with the nearest in use; else that nothing fits all."""
    with current_index(root, watcher, older=True) as index:
        used = [tag for tag, _ in _tag_counts(index)]
    for tag in tags:
        if not any((fold(name) + "/").startswith(fold(tag) + "/") for name in used):
            return f"no note has the tag {tag!r}{_nearby(tag, used)}"
    return "no note fits all of that"


def _nearby(tag: str, used: Sequence[str]) -> str:
    """The nearest tag in use, else the values of the same namespace."""
    near = nearest(fold(tag), used, 0.6)
    if near:
        return f"; did you mean {near!r}?"
    facet = tag.partition("/")[0]
    there = [name for name in used if fold(name).startswith(fold(facet) + "/")][:_FEW]
    return f"; in use are {', '.join(there)}" if there else "; `vaultkit facets` lists those in use"


def conventions(root: Root, project: Path, watcher: Watcher = NOBODY) -> list[Convention]:
    """The conventions that the project at a folder declares, with the notes that hold them. Raises VaultkitError."""
    declared = declared_conventions(project)
    if not declared:
        return []
    with current_index(root, watcher, older=True) as index:
        reader = Reader(index.connection)
        return [Convention(tag, tuple(files), stating(_notes(reader, [tag], ""))) for tag, files in declared.items()]


def _tag_counts(index: Index) -> list[tuple[str, int]]:
    """(tag without `#`, how many notes have it), by name."""
    rows = index.connection.execute(
        "SELECT node.label, count(DISTINCT edge.source) FROM edge JOIN node ON node.id = edge.target"
        " WHERE edge.relation = 'tagged' GROUP BY edge.target ORDER BY node.label"
    )
    return [(label.removeprefix("#"), count) for label, count in rows]


def _notes(reader: Reader, tags: Sequence[str], text: str) -> list[Entry]:
    only = set.intersection(*(reader.tagged(tag) for tag in tags)) if tags else None
    if text:
        hits = [hit.node for hit in search(reader, text, only, _MANY)]
        return [_entry(node) for node in hits if node.kind == "note" and not is_excluded(node)]
    found = sorted(reader.ids("note") if only is None else only)
    return [_entry(node) for node in map(reader.node, found) if node is not None and node.kind == "note"]


_MANY: Final = 1_000_000
_FEW: Final = 10


def _entry(node: Node) -> Entry:
    return Entry(node.source_file, node.label, node.attrs.get("summary", ""), tuple(node.attrs.get("tags", ())))


# Values that look alike


def _near(namespace: str, values: Sequence[Value]) -> Iterable[tuple[str, str]]:
    """Pairs of tags that differ in separators or in a plural `s` alone."""
    groups: dict[str, list[str]] = {}
    for value in values:
        groups.setdefault(near_key(value.name), []).append(value.name)
    for names in groups.values():
        for one, other in pairwise(names):
            if tag_id(one) != tag_id(other):
                yield f"{namespace}/{one}", f"{namespace}/{other}"
