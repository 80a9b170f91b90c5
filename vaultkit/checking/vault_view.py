"""The view of a vault: its files and notes as they are now, with as little looked at as the rules ask for."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Final

from extractors.markdown.content import Content, read_content
from extractors.markdown.links import find_blocks
from extractors.markdown.references import body_references, property_references
from extractors.properties.frontmatter import read_frontmatter
from graph.model import Problem
from graph.notes.anchors import Anchors, anchors
from graph.notes.names import Names
from graph.notes.resolve import View as Lookup
from graph.notes.resolve import resolve
from vaultkit.checking.vault_files import VaultFiles
from vaultkit.checking.vault_notes import Behind, VaultNotes
from vaultkit.checking.view_rows import Rows, all_at_once, one_by_one
from vaultkit.config import Root
from vaultkit.contract.draft import Draft
from vaultkit.disk import database

_FEW: Final = 20
"""For so many notes single rows are looked up; for more it is faster to read all of them once."""


class VaultView:
    """A view of a vault as it is now. Which question costs what:

    a name, the times of all folders; an alias or a facet, the times of all notes once, and reading those that changed;
    a heading, reading the note that it is in.
    """

    def __init__(self, files: VaultFiles, notes: VaultNotes) -> None:
        """Answer from these."""
        self.behind = ""
        self._notes = notes
        self._names = Names.asking(files.named, notes.holders)
        self._anchors_of = cache(self._read_anchors)

    def facets(self, namespace: str, /) -> Mapping[str, int]:
        """The values of a namespace and how many notes carry them; none if that is not known."""
        try:
            return self._notes.facets(namespace)
        except Behind as fault:
            self.behind = str(fault)
            return {}

    def twins(self, path: str, /) -> list[str]:
        """The other files whose paths differ from this one in case only."""
        return self._names.twins(path)

    def link_problems(self, note: Draft, /, *, body: bool) -> Iterable[Problem]:
        """What a look-up of every link comes to (help: Internal links); nothing if that is not known of each."""

        @cache
        def anchors_of(path: str) -> Anchors | None:
            return _anchors(note.note.content) if path == note.path else self._anchors_of(path)

        references = [*property_references(note.note), *(body_references(note.note) if body else ())]
        try:
            return resolve(note.path, references, Lookup(self._names, anchors_of, lambda _: None)).problems
        except Behind as fault:
            self.behind = str(fault)
            return ()

    def _read_anchors(self, path: str) -> Anchors | None:
        text = self._notes.text(path)
        return None if text is None else _anchors(read_content(text, read_frontmatter(text).end))


@contextmanager
def opened(root: Root, checked: Collection[str], texts: Mapping[str, str], file: Path) -> Iterator[VaultView]:
    """The view of a vault while the notes `checked` are checked: these are read whether they changed or not.

    `texts` holds those of them that are read elsewhere than from the disk, `file` is the index. Raises IndexUnusable,
    IndexChanged and VaultkitError.
    """
    if len(checked) <= _FEW:
        with database.read(file, "") as index:
            yield _view(root, one_by_one(index), checked, texts)
    else:
        with database.read(file, "") as index:
            rows = all_at_once(index)
        yield _view(root, rows, checked, texts)


def _view(root: Root, rows: Rows, checked: Collection[str], texts: Mapping[str, str]) -> VaultView:
    files = VaultFiles(root, rows, texts)
    return VaultView(files, VaultNotes(root, rows, files, checked, texts))


def _anchors(content: Content) -> Anchors:
    return anchors(content.headings, find_blocks(content.prose))
