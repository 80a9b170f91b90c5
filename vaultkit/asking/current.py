"""The index of a root, brought up to date before it is asked: quick when nothing has changed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from vaultkit.building.pipeline import NOBODY, Watcher, build
from vaultkit.building.standing import reasons, standing
from vaultkit.config import Root
from vaultkit.errors import VaultkitError
from vaultkit.indexing.index import NAME, Index, open_for_reading

_UNREADABLE: Final = ("missing", "broken", "other-version")


@contextmanager
def current_index(root: Root, watcher: Watcher = NOBODY, *, older: bool = False) -> Iterator[Index]:
    """The index as the files are now, open for reading; `older` as for `bring_up_to_date`. Raises VaultkitError."""
    bring_up_to_date(root, root.out, watcher, older=older)
    with open_for_reading(root.out / NAME) as index:
        yield index


def bring_up_to_date(root: Root, out: Path, watcher: Watcher = NOBODY, *, older: bool) -> None:
    """Have the graph in `out` be of the files as they are now. Raises VaultkitError if that fails and it is behind.

    With `older` one that is behind will do, on a disk that cannot be written: the watcher is told, since whoever only
    reads is served better by what was than by nothing.
    """
    try:
        build(root, out, watcher=watcher)
    except VaultkitError as fault:
        stands = standing(out)
        if stands.index_state in _UNREADABLE or (stands.behind and not older):
            raise
        if stands.behind:
            watcher.behind(f"the graph is behind ({'; '.join(reasons(stands))}) and stays so: {fault}")
