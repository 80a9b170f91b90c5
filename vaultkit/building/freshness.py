"""Brings an index up to date: what has changed and what hangs on it is read and resolved again, and only that."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from functools import cache, cached_property
from pathlib import Path
from typing import Literal, NamedTuple, TypeVar

from extractors import formats
from extractors.source import note_label
from extractors.texts import readable
from graph.asking.documents import document
from graph.code.quoted import keys_of, keys_of_code, quoted_edges
from graph.model import Fragment, Node, concept_id, node_id
from graph.notes.anchors import Anchors, anchors
from graph.notes.concepts import initials_key, resolve_concepts, without_known
from graph.notes.mentions import Finder, common_limit, mention_edges
from graph.notes.names import Names, folders_of, lookup_key, place_keys
from graph.notes.resolve import Resolved, View, anchor_key, resolve
from graph.notes.slugs import slugs_of
from graph.text import fold
from vaultkit.building.code_resolution import CodeResolution, drop_passes, keys_of_change
from vaultkit.building.reading import Reading, read_all
from vaultkit.config import Root
from vaultkit.disk.filestat import settle
from vaultkit.indexing.changes import Changes, telling
from vaultkit.indexing.index import Index, Known
from vaultkit.models.hearsay import Called, Hearsay
from vaultkit.scanning.scan import Scan

Progress = Callable[[str, int, int], None]
"""Told (what, done, of how many)."""
_Work = TypeVar("_Work")


class Refreshed(NamedTuple):
    """What a refresh did."""

    changed: tuple[str, ...]
    """Files that are new or whose bytes are new to the index; only those that the graph can differ by."""
    removed: tuple[str, ...]
    resolved: int
    """How many files were resolved again."""
    heard: bool = False
    """Whether a model says something else of a file that did not change."""


def refresh(index: Index, root: Root, found: Scan, changes: Changes, hearsay: Hearsay, progress: Progress) -> Refreshed:
    """Bring the index up to date with a scan and with what models say, inside the caller's transaction."""
    if not changes and not hearsay.has_news:
        return Refreshed((), (), 0)
    mentions = root.mentions
    concepts: set[str] = set()
    before = _Titles(index) if mentions else None
    known = index.known()
    told = telling(changes, found, index)
    counting = set(told.stale)
    is_asked = index.graph.is_asked()
    keys: set[str] = set()
    for path in changes.gone:
        concepts |= index.graph.concepts_of([path])
        keys |= _forget(index, path)
    changed: list[str] = []
    removed = list(told.gone)
    settle(found.files[path] for path in changes.stale)
    jobs = [
        (root.path, path, found.files[path], path in found.excluded, known.get(path))
        for path in changes.stale
        if found.is_read(path)
    ]
    readings = read_all(jobs)
    for done, path in enumerate(changes.stale):
        progress("reading", done, len(changes.stale))
        if found.is_read(path):
            outcome = _take_in(index, path, next(readings), known.get(path), is_asked)
        else:
            outcome = _take_note_of(index, found, path, "changed" if path in counting else "same")
        keys |= outcome.keys
        {"changed": changed, "gone": removed, "same": []}[outcome.state].append(path)
    heard, spelled = _hear(index, root.path, hearsay, changed, progress)
    keys |= spelled
    dirty = index.graph.askers(keys).union(changed, heard).difference(removed)
    if before is not None:
        dirty |= _refresh_mentions(index, before, changed, progress)
    code = set(filter(readable.is_code, dirty))
    _resolve_code(index, code, progress)
    dirty |= index.graph.askers(_join_parts(index))
    concepts |= _resolve_all(index, dirty - code, _Sight(index, found, mentions), progress)
    _refresh_derived(index, concepts)
    return Refreshed(tuple(changed), tuple(sorted(known.keys() & set(removed))), len(dirty), bool(heard))


def _hear(
    index: Index, root: Path, hearsay: Hearsay, changed: list[str], progress: Progress
) -> tuple[set[str], set[str]]:
    """The notes of which a model says something else than before, and the keys of acronyms that may mean else now."""
    stale = sorted(hearsay.stale(changed))
    known = index.known() if stale else {}
    news, keys = set(), set[str]()
    for done, path in enumerate(stale):
        progress("proving what a model said", done, len(stale))
        before = index.said.initials(path)
        if hearsay.hear(root, path, known.get(path)):
            news.add(path)
            keys |= _initials_keys(before ^ index.said.initials(path))
    hearsay.settle()
    return news, keys


def _initials_keys(spelled: Iterable[tuple[str, str]]) -> set[str]:
    return {initials_key(letters) for letters, _ in spelled}


# Reading


_State = Literal["same", "changed", "gone"]


class _Outcome(NamedTuple):
    """What became of one file."""

    state: _State
    keys: set[str]
    """The look-up keys whose answers may differ now."""


def _take_note_of(index: Index, found: Scan, path: str, state: _State) -> _Outcome:
    """Keep the name of a file that nobody reads."""
    index.remember(path, Known(found.files[path], True, path in found.excluded, ""))
    if found.shows(path):
        index.documents.put(node_id(path), path, document(formats.attachment_node(path)))
    return _Outcome(state, place_keys(path))


def _take_in(index: Index, path: str, reading: Reading | None, known: Known | None, is_asked: bool) -> _Outcome:
    """Keep what a file says; who `is_asked` for nothing need not look for what differs."""
    if reading is None:
        return _Outcome("gone", _forget(index, path))
    said = reading.said
    if said is None and not reading.known.sha:
        was_read = index.fragment(path) is not None
        keys = _forget(index, path) if was_read else set()
        index.remember(path, reading.known)
        return _Outcome("changed", keys | place_keys(path)) if was_read or known is None else _Outcome("same", set())
    index.remember(path, reading.known)
    if said is None or (_says(known) == _says(reading.known) and index.fragment(path) == said.said()):
        return _Outcome("same", set())
    keys = _changed_keys(index.fragment(path), said.said()) if is_asked else set[str]()
    index.take_in(said, () if reading.known.excluded else said.titles)
    return _Outcome("changed", keys)


def _says(known: Known | None) -> tuple[bool, str] | None:
    return (known.excluded, known.sha) if known else None


def _forget(index: Index, path: str) -> set[str]:
    """Drop a file that is gone; the look-up keys whose answers may differ now."""
    old = index.fragment(path)
    keys = _name_keys(path, old.aliases if old else ())
    keys |= _code_keys(path, old, None) | drop_passes(index, path) | _initials_keys(index.said.initials(path))
    index.forget(path)
    return keys


def _code_keys(path: str, old: Fragment | None, new: Fragment | None) -> set[str]:
    """What look-ups into a file of code may hang on that differs between two readings."""
    if not readable.is_code(path):
        return set()
    before, after = (each.facts if each else None for each in (old, new))
    named = _quoted_keys(old.nodes if old else (), new.nodes if new else ())
    return named | (keys_of_change(path, before, after) if before or after else set())


def _quoted_keys(old: Iterable[Node], new: Iterable[Node]) -> set[str]:
    """The names of code that fits other names now: of the symbols that came, went or are another kind of thing."""
    before, after = ({(node.id, node.kind, node.attrs.get("is_test")): node for node in each} for each in (old, new))
    differing = (before.get(each) or after[each] for each in before.keys() ^ after.keys())
    return {key for node in differing for key in keys_of_code(node)}


def _changed_keys(old: Fragment | None, new: Fragment) -> set[str]:
    """What a look-up may hang on that differs between two readings of a file."""
    code = _code_keys(new.source_file, old, new)
    if old is None:
        return {*_name_keys(new.source_file, new.aliases), *code}
    keys = code | _alias_keys(set(old.aliases) ^ set(new.aliases))
    if bool(old.language) != bool(new.language):  # nobody means a note that cannot be read by its name
        keys.add(concept_id(note_label(new.source_file)))
    if _places(old) != _places(new):
        keys.add(anchor_key(new.source_file))
    return keys


def _name_keys(path: str, aliases: Iterable[str]) -> set[str]:
    """What may be answered otherwise when a file comes or goes: links to it, and concepts that are called like it."""
    return {*place_keys(path), concept_id(note_label(path)), *_alias_keys(aliases)}


def _alias_keys(aliases: Iterable[str]) -> set[str]:
    return {key for alias in aliases for key in (lookup_key(alias), concept_id(alias))}


def _places(fragment: Fragment) -> tuple[object, ...]:
    """What tells at what a subpath can point."""
    headings = [(heading.level, heading.text) for heading in fragment.headings]
    return headings, fragment.blocks, fragment.anchors, _is_unread(fragment)


def _is_unread(fragment: Fragment) -> bool:
    return bool(fragment.nodes) and bool(fragment.nodes[0].attrs.get("unread"))


def _anchors(fragment: Fragment, is_project: bool) -> Anchors | None:
    """What a subpath can point at; None where nobody knows, as the file could not be read."""
    if _is_unread(fragment):
        return None
    found = anchors(fragment.headings, fragment.blocks)
    if not is_project:
        return found
    slugs = slugs_of(heading.text for heading in fragment.headings)
    return found._replace(fragments=slugs.union(map(str.lower, fragment.anchors)))


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

    A new title may be mentioned anywhere, and can hide or free a shorter one: then every note is looked at again, and
    those that were changed in any case: one that can no longer be read mentions nothing.
    """
    titles = index.titles()
    finder = Finder(titles)
    paths = changed if titles.keys() == before.holders.keys() else sorted({*changed, *index.read_paths()})
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


def _resolve_all(index: Index, dirty: Iterable[str], sight: _Sight, progress: Progress) -> set[str]:
    """Replace what came of these files, code apart. The concepts of which they told before, or tell now."""
    paths = sorted(dirty)
    speaks = bool(paths) and index.said.is_used()
    before = index.graph.concepts_of(paths) if speaks else set()
    counted = _counted(paths, len(paths), progress)
    index.graph.put((path, _resolved(index, path, sight)) for path in counted)
    return before | index.graph.concepts_of(paths) if speaks else before


def _join_parts(index: Index) -> set[str]:
    """Make the nodes of classes in parts, and let them be found. The names of code that fits other names now."""
    keys: set[str] = set()
    for before, part in index.graph.join_parts():
        if part is not None:
            index.documents.put(part.node.id, "", document(part.node, part.text))
        keys |= _quoted_keys([before] if before else [], [part.node] if part else [])
    return keys


def _counted(work: Iterable[_Work], total: int, progress: Progress) -> Iterator[_Work]:
    """What is to be resolved, or was, while somebody is told how much of it is done."""
    for done, each in enumerate(work):
        progress("resolving", done, total)
        yield each


class _Sight:
    """What a file that is resolved may look at; made when the first one does."""

    def __init__(self, index: Index, found: Scan, mentions: bool) -> None:
        self._index, self._mentions = index, mentions
        self.shows, self.has_code = found.shows, found.has_code
        self.excluded = found.excluded

    @cached_property
    def called(self) -> Called:
        """The notes that are called like a concept."""
        return Called(self._index, self.excluded)

    @cached_property
    def view(self) -> View:
        """The files of the root and what they are called."""
        return _view(self._index, self.shows, self.has_code)

    @cached_property
    def titles(self) -> _Titles | None:
        """The titles of notes; None if mentions are not looked for."""
        return _Titles(self._index) if self._mentions else None


def _resolve_code(index: Index, dirty: set[str], progress: Progress) -> None:
    """Replace what came of these files of code, and of those that are handed something else than before."""
    facts = dirty.intersection(index.code_paths())
    for path in sorted(dirty - facts):
        fragment = index.fragment(path)
        index.graph.put([(path, Resolved(fragment.nodes, (), fragment.problems) if fragment else Resolved())])
        facts |= index.graph.askers(drop_passes(index, path))
    if not facts:
        return
    with closing(CodeResolution(index)) as resolution:
        index.graph.put(_counted(resolution.resolve(facts), len(facts), progress))


def _refresh_derived(index: Index, concepts: set[str]) -> None:
    """Make the nodes that are no file's own searchable by their ids, whichever file names them first; count all.

    Concepts, of which these may be told otherwise now, are found by what the first file says of them.
    """
    wanted, there = index.graph.derived(), index.documents.ids_of("")
    index.documents.drop_all(there - wanted.keys())
    new = sorted(wanted.keys() - there)
    index.documents.put_all("", {each: document(Node(each, wanted[each], "", "", "", "", {})) for each in new})
    for concept in sorted(concepts):
        if node := index.graph.first_account(concept):
            index.documents.put(concept, "", document(node))
    index.documents.count()


def _resolved(index: Index, path: str, sight: _Sight) -> Resolved:
    """What comes of one file; an excluded one can be linked, but says nothing (help: Settings, Excluded files)."""
    fragment, excluded = index.fragment(path), path in sight.excluded
    if fragment is None:
        nodes = (formats.attachment_node(path),) if sight.shows(path) else ()
        return Resolved(tuple(map(_excluded, nodes)) if excluded else nodes)
    if excluded:
        return Resolved((_excluded(fragment.nodes[0]),), problems=fragment.problems)
    resolved, titles = resolve(path, fragment.references, sight.view), sight.titles
    quoted = fragment.quoted if sight.has_code else ()
    said = index.said.of(path)
    heard = resolve_concepts(path, said, sight.called.holders, index.said.spelled) if said else Resolved()
    mentions = index.mentions(path) if titles is not None else []
    holders = {mention.name: titles.live(mention.name) for mention in mentions} if titles is not None else {}
    edges = (
        *fragment.edges,
        *resolved.edges,
        *mention_edges(path, mentions, holders),
        *quoted_edges(path, quoted, index.graph.code_called),
    )
    return Resolved(
        (*fragment.nodes, *resolved.nodes, *heard.nodes),
        (*edges, *without_known(heard.edges, edges)),
        (*fragment.problems, *resolved.problems),
        resolved.keys | keys_of(quoted) | heard.keys,
    )


def _view(index: Index, shows: Callable[[str], bool], is_project: bool) -> View:
    @cache
    def anchors_of(path: str) -> Anchors | None:
        fragment = index.fragment(path) if formats.suffix(path) == ".md" else None
        return _anchors(fragment, is_project) if fragment else None

    code = set(index.code_paths())

    def stray(path: str) -> Node | None:
        listed = formats.is_note(path) or shows(path) or path in code
        return None if listed else formats.attachment_node(path)

    known = index.known()
    folders = {".", *(fold(folder) for path in known for folder in folders_of(path))} if is_project else ()
    return View(Names(known, index.aliases()), anchors_of, stray, folders)


def _excluded(node: Node) -> Node:
    return node._replace(attrs={**node.attrs, "excluded": True})
