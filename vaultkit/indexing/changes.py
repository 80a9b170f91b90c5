"""How a root differs from its index, by names, sizes and times alone."""

from __future__ import annotations

from typing import NamedTuple

from graph.notes.names import place_keys
from vaultkit.disk.filestat import Stat
from vaultkit.indexing.index import Index, Known
from vaultkit.scanning.scan import Scan


class Changes(NamedTuple):
    """The files that differ."""

    stale: tuple[str, ...]
    """Files to look into: new, changed, or changed too shortly before they were read."""
    gone: tuple[str, ...]

    def __bool__(self) -> bool:
        """Whether there is any difference."""
        return bool(self.stale or self.gone)


def compare(found: Scan, known: dict[str, Known]) -> Changes:
    """The changes between a scan and what the index knows."""
    stale = (path for path, stat in found.files.items() if not _is_fresh(found, path, stat, known.get(path)))
    return Changes(tuple(stale), tuple(sorted(known.keys() - found.files.keys())))


def telling(changes: Changes, found: Scan, index: Index) -> Changes:
    """Those of the changes that the graph can differ by."""
    return Changes(*(tuple(path for path in paths if matters(path, found, index)) for paths in changes))


def matters(path: str, found: Scan, index: Index) -> bool:
    """Whether the graph can differ by a file: in a vault, one that is neither read nor shown only if a link names it.

    A project's report tells of each file that nobody reads.
    """
    is_there = found.has_code or found.is_read(path) or found.shows(path)
    return is_there or bool(index.graph.askers(place_keys(path)))


def _is_fresh(found: Scan, path: str, stat: Stat, known: Known | None) -> bool:
    """Whether a file is sure to be as the index knows it; of a file that nobody reads, its name is all that counts."""
    if known is None or known.excluded != (path in found.excluded):
        return False
    return (known.settled and known.stat == stat) or not found.is_read(path)
