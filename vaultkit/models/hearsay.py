"""Brings what models say of notes up to date: answers that are kept are proved anew against the text as it is now."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Container, Iterable
from functools import cached_property
from pathlib import Path

from extractors.source import MAX_BYTES, Source, note_label
from graph.codec import decode_json, encode_json
from graph.model import concept_id
from graph.text import fold
from vaultkit.disk.contents import read_regular
from vaultkit.errors import VaultkitError
from vaultkit.indexing.index import Index, Known
from vaultkit.models.answers import Answers, Position, answers_if_any

_POSITION = "answers"
"""Under which key the index keeps up to where it knows the store."""


class Hearsay:
    """What models say of the notes of an index, by the answers of a store."""

    def __init__(self, index: Index, answers: Answers | None, unasked: tuple[str, ...] = ()) -> None:
        """Without a store nothing is said, and nothing costs anything."""
        self._index, self._answers = index, answers
        self._is_unasked = unasked_in(unasked)
        self._before = index.meta(_POSITION)
        self._now = encode_json(answers.position()).decode() if answers is not None else ""

    @property
    def has_news(self) -> bool:
        """Whether the store has changed since the last build."""
        return self._now != self._before

    def stale(self, changed: Iterable[str]) -> set[str]:
        """The notes of which something else may be said than at the last build, those that `changed` among them."""
        if self._answers is None and not self._before:
            return set()
        return set(filter(is_heard, {*changed, *self._relearnt()}))

    def _relearnt(self) -> Iterable[str]:
        """The notes about which the store knows something else."""
        if not self.has_news:
            return ()
        if self._answers is None or not self._before:
            return self._index.read_paths()
        before, now = Position(*decode_json(self._before)), self._answers.position()
        if before.store != now.store or before.number > now.number:
            return self._index.read_paths()
        learnt = self._answers.changed_since(before.number)
        return [path for sha in learnt for path in self._index.said.holders(sha)]

    def hear(self, root: Path, path: str, known: Known | None) -> bool:
        """Keep what is said of a note; whether it is something else than before.

        Of one that is excluded, or has changed since it was read, nothing is said; the next build reads it anew.
        """
        if known is None or known.excluded or self._answers is None or self._is_unasked(path):
            return self._index.said.put(path, None, ())
        try:
            data = read_regular(root / path, MAX_BYTES + 1)
        except OSError:
            data = b""
        if hashlib.sha256(data).hexdigest() != known.sha:
            return self._index.said.put(path, None, ())
        from vaultkit.models.hearing import heard  # loads what proves answers, and most builds hear nothing new

        return self._index.said.put(path, *heard(self._answers, Source(path, data)))

    def settle(self) -> None:
        """Note up to where the store is known now."""
        if self.has_news:
            self._index.set_meta(_POSITION, self._now)


def learnt_since(index: Index) -> int:
    """Of how many notes models have said something since the last build; 0 if the store cannot be read."""
    try:
        with answers_if_any() as answers:
            if answers is None or index.meta(_POSITION):
                return len(Hearsay(index, answers).stale(()))
            learnt = answers.changed_since(0)  # the last build was made before any model answered
            notes = (index.fragment(path) for path in index.read_paths() if is_heard(path)) if learnt else ()
            return sum(any(each.sha in learnt for each in note.sections) for note in notes if note is not None)
    except VaultkitError:
        return 0


class Called:
    """The notes that are called like a concept; all names are looked through when the first is asked for."""

    def __init__(self, index: Index, excluded: Container[str]) -> None:
        """Excluded notes can be linked, but nobody means them by a name."""
        self._index, self._excluded = index, excluded

    def holders(self, concept: str) -> list[str]:
        """The notes whose title or an alias is this concept, by its id; sorted."""
        return self._by_concept.get(concept, [])

    @cached_property
    def _by_concept(self) -> dict[str, list[str]]:
        notes = filter(is_heard, self._index.read_paths())
        names = [(note_label(path), path) for path in notes] + self._index.aliases()
        found: dict[str, set[str]] = {}
        for name, path in names:
            if path not in self._excluded:
                found.setdefault(concept_id(name), set()).add(path)
        return {concept: sorted(paths) for concept, paths in found.items()}


def unasked_in(folders: Iterable[str]) -> Callable[[str], bool]:
    """Tells of a path whether it lies in one of these folders, however its case and Unicode form are written.

    Who wants notes kept from a model has them kept: `private`, `/Private/` and `.\\private` are one, `/` is all.
    """
    prefixes = tuple(_prefix(folder) for folder in folders)
    return lambda path: fold(path).startswith(prefixes)


def _prefix(folder: str) -> str:
    names = [name for name in fold(folder.strip()).replace("\\", "/").split("/") if name not in ("", ".")]
    return "/".join([*names, ""]) if names else ""


def is_heard(path: str) -> bool:
    """Whether a file is a note, whose prose a model may read."""
    return path.lower().endswith(".md")
