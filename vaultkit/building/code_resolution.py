"""Resolves the files of code of a root: once for what they hand to one another, and again where that matters."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from typing import Final

from extractors.languages.table import DIALECTS
from graph.code.evaluation import Evaluation
from graph.code.interfaces import changed_names
from graph.code.modules import MANIFESTS, Modules, module_keys
from graph.code.passing import pass_key
from graph.code.things import File, file_of, interface_key
from graph.code.uses import Outcome
from graph.code.wholes import whole
from graph.facts import Facts, Interface
from graph.model import Fragment
from graph.notes.resolve import Resolved
from vaultkit.indexing.index import Index

_OPEN: Final = 600
"""How many interfaces are held in memory."""


def keys_of_change(path: str, old: Facts | None, new: Facts | None) -> set[str]:
    """What look-ups may hang on that differs between two readings of a file of code; None where it was not there."""
    keys: set[str] = set()
    if (old and old.manifest) != (new and new.manifest):
        keys.add(MANIFESTS)
    before, after = (each.interface if each else Interface() for each in (old, new))
    places = {*before.packages, *after.packages}
    if old is None or new is None:
        keys |= module_keys(path)  # who asked a file for a name has asked where the file is
    else:
        places.add(path)
    if places:
        names = changed_names(before, after)
        if before.packages != after.packages:  # what says the same is said elsewhere now
            names |= changed_names(before, Interface()) | changed_names(Interface(), after)
        keys |= {interface_key(place, name) for name in names for place in places}
    return keys


def drop_passes(index: Index, path: str) -> set[str]:
    """Forget what a file hands over; what hangs on that."""
    return {pass_key(*each) for each in index.set_passes(path, ())}


class CodeResolution:
    """Works out the edges of files of code; used for one refresh of an index."""

    def __init__(self, index: Index) -> None:
        """Look up interfaces and passes in this index."""
        self._index = index
        self._files = lru_cache(_OPEN)(self._file)
        modules = Modules(index.code_paths(), index.manifests())
        self._evaluation = Evaluation(self._files, modules, DIALECTS, cache(index.package_files))

    def resolve(self, paths: Iterable[str]) -> Iterator[tuple[str, Resolved]]:
        """What comes of these files, and of all that are handed something else than before."""
        waiting: dict[str, tuple[Fragment, Outcome]] = {}
        changed: set[str] = set()
        for path in sorted(paths):
            fragment, outcome = self._begun(path)
            changed |= {pass_key(*each) for each in self._index.set_passes(path, outcome.passes)}
            if outcome.waits:
                waiting[path] = fragment, outcome
            else:
                yield path, whole(fragment, outcome.resolved())
        for path in sorted(self._index.graph.askers(changed).difference(waiting)):
            waiting[path] = self._begun(path)
        self._evaluation.hand_over(self._index.passes)
        for path in sorted(waiting):
            fragment, outcome = waiting.pop(path)
            yield path, whole(fragment, outcome.resolved())

    def close(self) -> None:
        """Let go of the answers: they and those who gave them know one another, so nothing else would."""
        self._evaluation.forget()
        self._files.cache_clear()

    def _file(self, path: str) -> File | None:
        interface = self._index.interface(path)
        return None if interface is None else file_of(interface)

    def _begun(self, path: str) -> tuple[Fragment, Outcome]:
        """What a file says by itself, and what comes of its facts."""
        fragment, file = self._index.inner(path), self._files(path)
        assert fragment.facts is not None and file is not None, path
        facts = fragment.facts._replace(interface=file.interface)
        return fragment._replace(facts=None), Outcome(path, facts, self._evaluation)
