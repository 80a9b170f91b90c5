"""The index of a root, brought up to date before it is asked: quick when nothing has changed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from vaultkit.config import Root
from vaultkit.index import NAME, Index, open_for_reading
from vaultkit.pipeline import NOBODY, Watcher, build


@contextmanager
def current_index(root: Root, watcher: Watcher = NOBODY) -> Iterator[Index]:
    """The index as the files are now, open for reading. Raises VaultkitError."""
    build(root, root.out, watcher=watcher)
    with open_for_reading(root.out / NAME) as index:
        yield index
