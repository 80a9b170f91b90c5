"""What the notes of a vault call themselves and are tagged with: from the index, of those that changed read again."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Collection, Mapping
from functools import cache, cached_property
from typing import Final, NamedTuple

from extractors.formats import is_note
from extractors.properties.frontmatter import read_frontmatter
from extractors.source import MAX_BYTES, Source, decode
from graph.text import fold
from vaultkit.checking.vault_files import VaultFiles
from vaultkit.checking.view_rows import Rows
from vaultkit.config import Root
from vaultkit.disk.contents import read_regular
from vaultkit.scanning.excluded import excluder

_MOST: Final = 200
"""So many changed notes are read again for an answer; if there are more, it is for the next build to read them."""


class Behind(Exception):
    """So many notes have changed since the last build that the question is not answered."""


class _Said(NamedTuple):
    """What a note says of itself."""

    aliases: frozenset[str]
    tags: frozenset[str]
    """Both folded."""


class _Compared(NamedTuple):
    """The files that somebody reads, compared with the index."""

    sound: frozenset[str]
    """As the index has them."""
    stale: frozenset[str]
    """New, changed, or changed too shortly before they were read: to be read again."""
    gone: frozenset[str]


class VaultNotes:
    """Aliases and tags, exact at the time of the first question: only then every note's times are looked at."""

    def __init__(
        self, root: Root, rows: Rows, files: VaultFiles, checked: Collection[str], texts: Mapping[str, str]
    ) -> None:
        """Answer for the notes among `files`; `checked` may have changed, `texts` are not to be read from the disk."""
        self._root, self._rows, self._files = root, rows, files
        self._checked, self._texts = checked, texts
        self.holders = cache(self._holders)
        self.facets = cache(self._facets)

    def text(self, path: str) -> str | None:
        """The text of a note; None for other files and for what cannot be read."""
        if path in self._texts:
            return self._texts[path]
        data = self._data(path) if path.lower().endswith(".md") else None
        return decode(data) if data is not None else None

    def _holders(self, alias: str) -> list[str]:
        """The notes with an alias, by its folded form; sorted. Raises Behind."""
        sound = self._compared.sound
        kept = [path for path in self._rows.aliases(alias) if path in sound]
        return sorted([*kept, *(path for path, said in self._said.items() if alias in said.aliases)])

    def _facets(self, namespace: str) -> Mapping[str, int]:
        """How many notes carry each value of a namespace, both folded. Raises Behind."""
        _, stale, gone = self._compared
        counts = Counter(dict(self._rows.tags(namespace)))
        for path in stale | gone:
            counts.subtract(self._rows.tags_of(path))
        for said in self._said.values():
            counts.update(said.tags)
        start = namespace + "/"
        return {tag[len(start) :]: count for tag, count in counts.items() if count > 0 and tag.startswith(start)}

    @property
    def _compared(self) -> _Compared:
        """What became of the files. Raises Behind."""
        foreign = self._comparison.stale.difference(self._checked)
        if len(foreign) > _MOST:
            raise Behind(f"the index is behind ({min(foreign)} and {len(foreign) - 1:,} more)")
        return self._comparison

    @cached_property
    def _comparison(self) -> _Compared:
        known = self._rows.states()
        excluded = excluder(self._root.exclude)
        there = set(filter(is_note, self._files.every()))
        gone = frozenset(path for path in known.keys() - there if is_note(path))
        start = os.path.join(self._root.path, "")
        sound = set()
        for path in there.intersection(known).difference(self._texts):
            try:
                now = os.stat(start + path)
            except OSError:
                continue
            seen = (now.st_size, now.st_mtime_ns, now.st_ctime_ns, 1, excluded.has(path))
            if known[path] == seen:
                sound.add(path)
        return _Compared(frozenset(sound), frozenset(there - sound), gone)

    @cached_property
    def _said(self) -> dict[str, _Said]:
        """What the files say that are not as the index has them."""
        excluded = excluder(self._root.exclude)
        return {path: self._read(path, excluded.has(path)) for path in sorted(self._comparison.stale)}

    def _read(self, path: str, excluded: bool) -> _Said:
        """What a file says; one that is excluded can be linked, but its tags do not count."""
        text = self.text(path)
        if text is not None:
            aliases = frozenset(map(fold, read_frontmatter(text).aliases))
            return _Said(aliases, frozenset() if excluded else _note_tags(path, text))
        data = None if excluded or path.lower().endswith(".md") else self._data(path)
        return _Said(frozenset(), _canvas_tags(path, data) if data is not None else frozenset())

    def _data(self, path: str) -> bytes | None:
        try:
            data = read_regular(self._root.path / path, MAX_BYTES + 1)
        except OSError:
            return None
        return data if len(data) <= MAX_BYTES else None


def _note_tags(path: str, text: str) -> frozenset[str]:
    from extractors.markdown.parsed import read_note  # the body is read for nothing else
    from extractors.markdown.tagging import tags

    return frozenset(fold(name) for name, _ in tags(read_note(path, text)))


def _canvas_tags(path: str, data: bytes) -> frozenset[str]:
    from extractors.canvas import extract  # heavy, and canvases with tags are rare

    edges = extract(Source(path, data)).edges
    return frozenset(edge.target[1:] for edge in edges if edge.relation == "tagged")
