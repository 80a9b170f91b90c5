"""Resolves the files of code of a root: once for what they hand to one another, and again where that matters."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final

from extractors.languages import DIALECTS
from graph.evaluation import Evaluation
from graph.facts import Facts, Interface
from graph.interfaces import changed_names
from graph.modules import MANIFESTS, Modules, module_keys
from graph.passing import Passing, pass_key
from graph.resolve import Resolved
from graph.things import File, file_of, interface_key
from graph.uses import resolve_code
from vaultkit.index import Index

_OPEN: Final = 600
"""How many interfaces are held in memory."""


def keys_of_change(path: str, old: Facts | None, new: Facts | None) -> set[str]:
    """What look-ups may hang on that differs between two readings of a file of code; None where it was not there."""
    keys: set[str] = set()
    if old is None or new is None:
        keys |= module_keys(path)
    if (old and old.manifest) != (new and new.manifest):
        keys.add(MANIFESTS)
    names = changed_names(old.interface if old else Interface(), new.interface if new else Interface())
    return keys | {interface_key(path, name) for name in names}


def drop_passes(index: Index, path: str) -> set[str]:
    """Forget what a file hands over; what hangs on that."""
    return {pass_key(*each) for each in index.set_passes(path, ())}


class CodeResolution:
    """Works out the edges of files of code; used for one refresh of an index."""

    def __init__(self, index: Index) -> None:
        """Look up interfaces and passes in this index."""
        self._index = index
        files = lru_cache(_OPEN)(self._file)
        modules = Modules(index.code_paths(), index.manifests())
        self._first = Evaluation(files, modules, DIALECTS, Passing(lambda function, parameter: (), files))
        self._last = Evaluation(files, modules, DIALECTS, Passing(index.passes, files))

    def _file(self, path: str) -> File | None:
        interface = self._index.interface(path)
        return None if interface is None else file_of(interface)

    def resolve(self, paths: Iterable[str]) -> Iterator[tuple[str, Resolved]]:
        """What comes of these files, and of all that are handed something else than before."""
        waiting: dict[str, frozenset[str]] = {}
        changed: set[str] = set()
        for path in sorted(paths):
            outcome = resolve_code(path, self._facts(path), self._first)
            rows = self._index.set_passes(path, outcome.passes)
            changed |= {pass_key(*each) for each in rows}
            if any(key.startswith("passed:") for key in outcome.resolved.keys):
                waiting[path] = outcome.resolved.keys
            else:
                yield path, outcome.resolved
        for key in sorted(changed):
            for path in self._index.askers(key):
                if path not in waiting:
                    waiting[path] = resolve_code(path, self._facts(path), self._first).resolved.keys
        for path, keys in sorted(waiting.items()):
            resolved = resolve_code(path, self._facts(path), self._last).resolved
            yield path, resolved._replace(keys=resolved.keys | keys)

    def _facts(self, path: str) -> Facts:
        fragment = self._index.fragment(path)
        assert fragment is not None and fragment.facts is not None, path
        return fragment.facts
