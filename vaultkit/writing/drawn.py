"""The links of other notes that a new note draws to itself, by the rules of resolution (help: Internal links)."""

from __future__ import annotations

from collections.abc import Iterator
from posixpath import dirname
from typing import NamedTuple

from extractors.formats import is_note
from graph.notes.names import Names, lookup_key
from vaultkit.asking.current import current_index
from vaultkit.building.pipeline import NOBODY, Watcher
from vaultkit.config import Root
from vaultkit.indexing.index import Index
from vaultkit.scanning.scan import scan


class Drawn(NamedTuple):
    """One link that leads elsewhere once a note is there."""

    path: str
    line: int
    led_to: str
    """Where it leads without the note; "" if nowhere."""


def drawn_links(root: Root, path: str, watcher: Watcher = NOBODY) -> tuple[Drawn, ...]:
    """The links that would lead to a new note at `path`, and do not yet. Raises VaultkitError."""
    if not any(map(is_note, scan(root, root.out).files)):
        return ()
    with current_index(root, watcher) as index:
        paths, aliases = list(index.known()), index.aliases()
        before, after = Names(paths, aliases), Names([*paths, path], aliases)
        return tuple(sorted(set(_drawn(index, before, after, path))))


def _drawn(index: Index, before: Names, after: Names, path: str) -> Iterator[Drawn]:
    key = lookup_key(path)
    for file, _, fragment in index.fragments():
        for each in fragment.references:
            if each.target and lookup_key(each.target) == key and each.syntax != "date":
                was, now = (names.find(each.target, dirname(file)).fits[:1] for names in (before, after))
                if now == (path,) != was:
                    yield Drawn(file, each.line, "".join(was))
