"""How a root differs from its index, by names, sizes and times alone."""

from __future__ import annotations

from typing import NamedTuple

from vaultkit.filestat import Stat
from vaultkit.index import Known
from vaultkit.scan import Scan


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


def _is_fresh(found: Scan, path: str, stat: Stat, known: Known | None) -> bool:
    """Whether a file is sure to be as the index knows it; of a file that nobody reads, its name is all that counts."""
    if known is None or known.excluded != (path in found.excluded):
        return False
    return (known.settled and known.stat == stat) or not found.is_read(path)
