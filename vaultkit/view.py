"""What the rules may ask about the vault: names, aliases, headings and the facets that other notes use."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple, Protocol

from extractors.content import read_content
from extractors.frontmatter import read_frontmatter
from extractors.links import find_blocks
from extractors.parsed import aliases_of, decode
from graph.anchors import Anchors, anchors
from graph.names import Names
from graph.text import fold
from vaultkit import database
from vaultkit.config import Root
from vaultkit.errors import VaultkitError
from vaultkit.scan import Scan, scan

INDEX_NAME = "index.sqlite"

Facets = Mapping[str, Mapping[str, int]]
"""Namespace to value to the number of notes that carry it, both folded."""


class View(Protocol):
    """What the rules may ask about the vault."""

    @property
    def names(self) -> Names:
        """Every file by path, every note by alias."""

    @property
    def facets(self) -> Facets:
        """The facets in use."""

    def anchors(self, path: str, /) -> Anchors | None:
        """The headings and blocks of a note, None for a file that has none."""


class NoView(NamedTuple):
    """Why nothing can be asked about the vault."""

    reason: str


class VaultView:
    """A view of a vault's folder as it is now, with what its index knows of the notes in it."""

    def __init__(self, root: Path, names: Names, facets: Facets, texts: Mapping[str, str]) -> None:
        """Answer from these; `texts` are notes that are not to be read from the disk."""
        self.names = names
        self.facets = facets
        self._root = root
        self._texts = texts
        self.anchors = cache(self._anchors)

    def _anchors(self, path: str, /) -> Anchors | None:
        text = self._texts.get(path) if path in self._texts else _read(self._root, path)
        if text is None:
            return None
        content = read_content(text, read_frontmatter(text).end)
        return anchors(content.headings, find_blocks(content.prose))


def view_of(root: Root, checked: Collection[str], texts: Mapping[str, str]) -> VaultView | NoView:
    """The view of a vault while the notes `checked` are checked; these alone may have changed since the last build.

    `texts` holds those of them that are read elsewhere than from the disk.
    """
    found = scan(root, root.out)
    try:
        with database.read(root.out / INDEX_NAME, "") as index:
            known = {row[0]: row[1:] for row in index.execute("SELECT path, size, mtime_ns, ctime_ns FROM source")}
            aliases = index.execute("SELECT alias, path FROM alias").fetchall()
            tags = index.execute(
                "SELECT target, count(*) FROM edge WHERE relation = 'tagged' GROUP BY target"
            ).fetchall()
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


def near_key(value: str) -> str:
    """What two facet values have in common that are likely one: letters and digits, without the plural's `s`."""
    plain = "".join(filter(str.isalnum, fold(value)))
    return plain[:-1] if len(plain) > 3 and plain.endswith("s") and not plain.endswith("ss") else plain


def _notes(found: Scan) -> Iterator[str]:
    return (path for path in found.files if path.lower().endswith(".md"))


def _aliases(root: Path, paths: Iterable[str], texts: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    for path in sorted(paths):
        text = texts.get(path) if path in texts else _read(root, path)
        for alias in aliases_of(read_frontmatter(text)) if text else ():
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
