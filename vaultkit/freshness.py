"""Brings an index up to date: what has changed and what hangs on it is read and resolved again, and only that."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache, cached_property
from pathlib import Path
from typing import Literal, NamedTuple

from extractors import formats
from extractors.source import note_label
from graph.anchors import Anchors, anchors
from graph.concepts import resolve_concepts
from graph.documents import document
from graph.mentions import Finder, common_limit, is_telling, mention_edges
from graph.model import Fragment, Node, concept_id, node_id
from graph.names import Names, lookup_key
from graph.resolve import Resolved, View, anchor_key, resolve
from graph.text import fold_prose
from graph.tokens import DEFAULT_LANGUAGE
from vaultkit.changes import Changes
from vaultkit.code_resolution import CodeResolution, keys_of_change
from vaultkit.config import Root
from vaultkit.filestat import settle
from vaultkit.hearsay import Hearsay
from vaultkit.index import Index, Known
from vaultkit.reading import read
from vaultkit.scan import Scan

Progress = Callable[[str, int, int], None]
"""Told (what, done, of how many)."""


class Refreshed(NamedTuple):
    """What a refresh did."""

    changed: tuple[str, ...]
    """Files that are new or whose bytes are new to the index."""
    removed: tuple[str, ...]
    resolved: int
    """How many files were resolved again."""
    heard: bool = False
    """Whether a model says something else of a file that did not change."""


def refresh(
    index: Index, root: Root, found: Scan, changes: Changes, hearsay: Hearsay, progress: Progress
) -> Refreshed:
    """Bring the index up to date with a scan and with what models say, inside the caller's transaction."""
    if not changes and not hearsay.has_news:
        return Refreshed((), (), 0)
    mentions = root.mentions
    concepts: set[str] = set()
    before = _Titles(index) if mentions else None
    known = index.known()
    keys: set[str] = set()
    for path in changes.gone:
        concepts |= index.concepts_of(path)
        keys |= _forget(index, path)
    changed: list[str] = []
    removed = list(changes.gone)
    settle(found.files[path] for path in changes.stale)
    for done, path in enumerate(changes.stale):
        progress("reading", done, len(changes.stale))
        outcome = _take_in(index, root.path, found, path, known.get(path), hearsay)
        keys |= outcome.keys
        {"changed": changed, "gone": removed, "same": []}[outcome.state].append(path)
    heard = _hear(index, root.path, hearsay, set(changed), progress)
    dirty = set(changed).union(heard, *(index.askers(key) for key in keys)).difference(removed)
    if before is not None:
        dirty |= _refresh_mentions(index, before, changed, progress)
    code = {path for path in dirty if formats.kind(path) == "code"}
    concepts |= _resolve_all(index, dirty - code, before is not None, progress)
    _resolve_code(index, code, progress)
    _refresh_derived(index, concepts)
    return Refreshed(tuple(changed), tuple(sorted(known.keys() & set(removed))), len(dirty), bool(heard))


def _hear(index: Index, root: Path, hearsay: Hearsay, heard: set[str], progress: Progress) -> set[str]:
    """The notes, but for those that were `heard`, of which a model says something else than before."""
    stale = sorted(hearsay.stale() - heard)
    known = index.known() if stale else {}
    news = set()
    for done, path in enumerate(stale):
        progress("proving what a model said", done, len(stale))
        if path in known and hearsay.hear_again(root, path, known[path].sha):
            news.add(path)
    hearsay.settle()
    return news


# Reading


class _Outcome(NamedTuple):
    """What became of one file."""

    state: Literal["same", "changed", "gone"]
    keys: set[str]
    """The look-up keys whose answers may differ now."""


def _take_in(
    index: Index, root: Path, found: Scan, path: str, known: Known | None, hearsay: Hearsay
) -> _Outcome:
    """Look into one file and keep what it says."""
    stat, excluded = found.files[path], path in found.excluded
    if not found.is_read(path):
        index.remember(path, Known(stat, True, excluded, ""))
        if formats.is_attachment(path):
            index.documents.put(node_id(path), path, document(formats.attachment_node(path)))
        return _Outcome("changed", {lookup_key(path)})
    reading = read(root, path, stat, excluded, known)
    if reading is None:
        return _Outcome("gone", _forget(index, path))
    index.remember(path, reading.known)
    old = index.fragment(path)
    if reading.fragment is None or (_says(known) == _says(reading.known) and old == reading.fragment):
        return _Outcome("same", set())
    index.set_fragment(reading.fragment)
    _keep_documents(index, reading.fragment)
    index.set_names(path, reading.fragment.aliases, () if excluded else _titles(reading.fragment))
    if hearsay.speaks and not excluded:
        hearsay.hear(path, reading.data)
    return _Outcome("changed", _changed_keys(old, reading.fragment))


def _keep_documents(index: Index, fragment: Fragment) -> None:
    """Make what a file defines searchable: a note by its text, code by each of its symbols."""
    path, texts = fragment.source_file, dict(fragment.texts)
    if fragment.facts is None:
        own = fragment.nodes[0]
        index.documents.put(own.id, path, document(own, fragment.body, fragment.language or DEFAULT_LANGUAGE))
        return
    index.documents.drop_all_of(path)
    for node in fragment.nodes:
        index.documents.put(node.id, path, document(node, texts.get(node.id, "")))


def _says(known: Known | None) -> tuple[bool, str] | None:
    return (known.excluded, known.sha) if known else None


def _forget(index: Index, path: str) -> set[str]:
    old = index.fragment(path)
    index.forget(path)
    code = keys_of_change(path, old.facts, None) if old and old.facts else set()
    return {*_name_keys(path, old.aliases if old else ()), *code}


def _changed_keys(old: Fragment | None, new: Fragment) -> set[str]:
    """What a look-up may hang on that differs between two readings of a file."""
    code = keys_of_change(new.source_file, old.facts if old else None, new.facts) if new.facts else set()
    if old is None:
        return {*_name_keys(new.source_file, new.aliases), *code}
    keys = code | _alias_keys(set(old.aliases) ^ set(new.aliases))
    if _anchors(old) != _anchors(new):
        keys.add(anchor_key(new.source_file))
    return keys


def _name_keys(path: str, aliases: Iterable[str]) -> set[str]:
    """What may be answered otherwise when a file comes or goes: links to it, and concepts that are called like it."""
    return {lookup_key(path), concept_id(note_label(path)), *_alias_keys(aliases)}


def _alias_keys(aliases: Iterable[str]) -> set[str]:
    return {key for alias in aliases for key in (lookup_key(alias), concept_id(alias))}


def _anchors(fragment: Fragment) -> Anchors | None:
    """What a subpath can point at; None where nobody knows, as the file could not be read."""
    unread = fragment.nodes and fragment.nodes[0].attrs.get("unread")
    return None if unread else anchors(fragment.headings, fragment.blocks)


def _titles(fragment: Fragment) -> set[str]:
    """The folded names by which prose may mention a note."""
    if formats.suffix(fragment.source_file) != ".md":
        return set()
    names = {fold_prose(name) for name in (note_label(fragment.source_file), *fragment.aliases)}
    return set(filter(is_telling, names))


# Mentions


class _Titles:
    """By which names notes can be mentioned, and by which of them it means something."""

    def __init__(self, index: Index) -> None:
        self.holders = index.titles()
        limit = common_limit(index.count_notes())
        self.common = {name for name, count in index.mention_counts().items() if count > limit}

    def live(self, name: str) -> list[str]:
        """The notes that a mention of the name may mean; none if it is a common word."""
        return [] if name in self.common else self.holders.get(name, [])


def _refresh_mentions(index: Index, before: _Titles, changed: list[str], progress: Progress) -> set[str]:
    """Look for mentions where they may be new. The notes whose `mentions` edges may differ now.

    A new title may be mentioned anywhere, and can hide or free a shorter one: then every note is looked at again.
    """
    titles = index.titles()
    finder = Finder(titles)
    paths = changed if titles.keys() == before.holders.keys() else index.read_paths()
    dirty = set()
    for done, path in enumerate(paths):
        progress("looking for mentions", done, len(paths))
        mentions = finder.find(index.prose(path))
        if mentions != index.mentions(path):
            index.set_mentions(path, mentions)
            dirty.add(path)
    after = _Titles(index)
    for name in (before.holders.keys() & after.holders.keys()) | (before.common ^ after.common):
        if before.live(name) != after.live(name):
            dirty.update(index.mentioners(name))
    return dirty


# Resolving


def _resolve_all(index: Index, dirty: Iterable[str], mentions: bool, progress: Progress) -> set[str]:
    """Replace what came of these files. The concepts of which they told before, or tell now."""
    paths = sorted(dirty)
    concepts: set[str] = set()
    if not paths:
        return concepts
    known = index.known()
    view = _view(index, known)
    called = _Called(index, known)
    titles = _Titles(index) if mentions else None
    speaks = index.said.is_used()
    for done, path in enumerate(paths):
        progress("resolving", done, len(paths))
        resolved = _resolved(index, path, known[path].excluded, view, titles)
        if speaks:
            concepts |= index.concepts_of(path)
        if speaks and (said := index.said.of(path)):
            resolved = _joined(resolved, resolve_concepts(path, said, called.holders))
            concepts.update(node.id for node in resolved.nodes if node.kind == "concept")
        index.set_findings(path, resolved)
    return concepts


class _Called:
    """The notes that are called like a concept; all names are looked through when the first is asked for."""

    def __init__(self, index: Index, known: Mapping[str, Known]) -> None:
        self._index, self._known = index, known

    def holders(self, concept: str) -> list[str]:
        return self._by_concept.get(concept, [])

    @cached_property
    def _by_concept(self) -> dict[str, list[str]]:
        notes = {path for path, known in self._known.items() if formats.suffix(path) == ".md" and not known.excluded}
        names = [(note_label(path), path) for path in notes]
        found: dict[str, set[str]] = {}
        for name, path in (*names, *(each for each in self._index.aliases() if each[1] in notes)):
            found.setdefault(concept_id(name), set()).add(path)
        return {concept: sorted(paths) for concept, paths in found.items()}


def _joined(one: Resolved, other: Resolved) -> Resolved:
    return Resolved(one.nodes + other.nodes, one.edges + other.edges, one.problems, one.keys | other.keys)


def _resolve_code(index: Index, dirty: set[str], progress: Progress) -> None:
    """Replace what came of these files of code, and of those that are handed something else than before."""
    facts, kept = set(), index.code_paths()
    facts = dirty.intersection(kept)
    for path in sorted(dirty - facts):
        fragment = index.fragment(path)
        index.set_findings(path, Resolved(fragment.nodes, (), fragment.problems) if fragment else Resolved())
    if not facts:
        return
    for done, (path, resolved) in enumerate(CodeResolution(index).resolve(facts)):
        progress("resolving", done, len(facts))
        fragment = index.fragment(path)
        if fragment is not None:
            nodes, edges = (*fragment.nodes, *resolved.nodes), (*fragment.edges, *resolved.edges)
            index.set_findings(path, Resolved(nodes, edges, fragment.problems, resolved.keys))


def _refresh_derived(index: Index, concepts: set[str]) -> None:
    """Make the nodes that are no file's own searchable by their ids, whichever file names them first.

    Concepts, of which these may be told otherwise now, are found by what the first file says of them.
    """
    wanted, there = index.derived(), index.documents.ids_of("")
    for gone in there - wanted.keys():
        index.documents.drop(gone)
    for new in wanted.keys() - there:
        index.documents.put(new, "", document(Node(new, wanted[new], "", "", "", "", {})))
    for concept in sorted(concepts):
        if node := index.first_account(concept):
            index.documents.put(concept, "", document(node))


def _resolved(index: Index, path: str, excluded: bool, view: View, titles: _Titles | None) -> Resolved:
    """What comes of one file; an excluded one can be linked, but says nothing (help: Settings, Excluded files)."""
    fragment = index.fragment(path)
    if fragment is None:
        nodes = (formats.attachment_node(path),) if formats.is_attachment(path) else ()
        return Resolved(tuple(map(_excluded, nodes)) if excluded else nodes)
    if excluded:
        return Resolved((_excluded(fragment.nodes[0]),), problems=fragment.problems)
    resolved = resolve(path, fragment.references, view)
    mentions = index.mentions(path) if titles is not None else []
    holders = {mention.name: titles.live(mention.name) for mention in mentions} if titles is not None else {}
    return Resolved(
        (*fragment.nodes, *resolved.nodes),
        (*fragment.edges, *resolved.edges, *mention_edges(path, mentions, holders)),
        (*fragment.problems, *resolved.problems),
        resolved.keys,
    )


def _view(index: Index, known: dict[str, Known]) -> View:
    @cache
    def anchors_of(path: str) -> Anchors | None:
        fragment = index.fragment(path) if formats.suffix(path) == ".md" else None
        return _anchors(fragment) if fragment else None

    code = set(index.code_paths())

    def stray(path: str) -> Node | None:
        listed = formats.is_note(path) or formats.is_attachment(path) or path in code
        return None if listed else formats.attachment_node(path)

    return View(Names(known, index.aliases()), anchors_of, stray)


def _excluded(node: Node) -> Node:
    return node._replace(attrs={**node.attrs, "excluded": True})
