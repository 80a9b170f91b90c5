"""Keeps Python from looking for cycles where much is made and nothing goes round: that takes longer than the rest."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def without_collector() -> Iterator[None]:
    """No search for cycles until the end of the block; what nothing refers to is still let go at once."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()
