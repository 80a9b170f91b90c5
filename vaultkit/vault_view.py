"""The view of a vault: its folder as it is now, with what the index knows of the notes in it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Final

from extractors.content import Content, read_content
from extractors.frontmatter import read_frontmatter
from extractors.links import find_blocks
from extractors.references import body_references, property_references
from extractors.source import decode
from graph.anchors import Anchors, anchors
from graph.model import Problem
from graph.names import Names
from graph.resolve import View as Lookup
from graph.resolve import resolve
from vaultkit import database
from vaultkit.config import Root
from vaultkit.draft import Draft
from vaultkit.errors import VaultkitError
from vaultkit.scan import Scan, scan
from vaultkit.view import Facets, NoView

_TAGS: Final = (
    "SELECT target, count(*) FROM edge WHERE target >= '#' AND target < '$' AND relation = 'tagged' GROUP BY target"
)
"""The ids of tags begin with `#`: the index of targets finds them."""


class VaultView:
    """A view of a vault's folder as it is now, with what its index knows of the notes in it."""

    def __init__(self, root: Path, names: Names, facets: Facets, texts: Mapping[str, str]) -> None:
        """Answer from these; `texts` are notes that are not to be read from the disk."""
        self.facets = facets
        self._names = names
        self._root = root
        self._texts = texts
        self._anchors_of = cache(self._read_anchors)

    def twins(self, path: str, /) -> list[str]:
        """The other files whose paths differ from this one in case only."""
        return self._names.twins(path)

    def link_problems(self, note: Draft, /, *, body: bool) -> Iterable[Problem]:
        """What a look-up of every link comes to (help: Internal links)."""

        def anchors_of(path: str) -> Anchors | None:
            return _anchors(note.note.content) if path == note.path else self._anchors_of(path)

        references = [*property_references(note.note), *(body_references(note.note) if body else ())]
        return resolve(note.path, references, Lookup(self._names, anchors_of, lambda _: None)).problems

    def _read_anchors(self, path: str) -> Anchors | None:
        text = self._texts.get(path) if path in self._texts else _read(self._root, path)
        if text is None:
            return None
        return _anchors(read_content(text, read_frontmatter(text).end))


def view_of(root: Root, checked: Collection[str], texts: Mapping[str, str], file: Path) -> VaultView | NoView:
    """The view of a vault while the notes `checked` are checked; these alone may have changed since the last build.

    `texts` holds those of them that are read elsewhere than from the disk, `file` is the index.
    """
    found = scan(root, root.out)
    try:
        with database.read(file, "") as index:
            known = {row[0]: row[1:] for row in index.execute("SELECT path, size, mtime_ns, ctime_ns FROM source")}
            aliases = index.execute("SELECT alias, path FROM alias").fetchall()
            tags = index.execute(_TAGS).fetchall()
    except database.IndexUnusable as fault:
        words = {"missing": "there is no index of this vault", "broken": "the index cannot be read"}
        return NoView(words.get(fault.state, "the index was made by another version"))
    except VaultkitError as fault:
        return NoView(str(fault))
    stale = {path for path in _notes(found) if known.get(path) != found.files[path]}
    foreign = stale.difference(checked)
    if foreign:
        first = min(foreign)
        more = f" and {len(foreign) - 1:,} more" if len(foreign) > 1 else ""
        return NoView(f"the index is behind ({first}{more})")
    paths = found.files.keys() | texts.keys()
    kept = [(alias, path) for alias, path in aliases if path in paths and path not in stale and path not in texts]
    fresh = _aliases(root.path, stale | texts.keys(), texts)
    return VaultView(root.path, Names(paths, [*kept, *fresh]), _facets(tags), texts)


def _anchors(content: Content) -> Anchors:
    return anchors(content.headings, find_blocks(content.prose))


def _notes(found: Scan) -> Iterator[str]:
    return (path for path in found.files if path.lower().endswith(".md"))


def _aliases(root: Path, paths: Iterable[str], texts: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    for path in sorted(paths):
        text = texts.get(path) if path in texts else _read(root, path)
        for alias in read_frontmatter(text).aliases if text else ():
            yield alias, path


def _read(root: Path, path: str) -> str | None:
    """The text of a note; None for other files and for what cannot be read."""
    if not path.lower().endswith(".md"):
        return None
    try:
        return decode((root / path).read_bytes())
    except OSError:
        return None


def _facets(tags: Iterable[tuple[str, int]]) -> Facets:
    facets: dict[str, Counter[str]] = {}
    for tag, count in tags:
        namespace, slash, value = tag[1:].partition("/")
        if slash:
            facets.setdefault(namespace, Counter())[value] += count
    return facets
