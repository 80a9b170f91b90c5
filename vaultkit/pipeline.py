"""The build, a paragraph: scan, extract, resolve, analyse, render, write. The same for every entry point."""

from __future__ import annotations

import hashlib
import sqlite3
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from graph.model import Problem
from vaultkit import artifacts, clock, freshness, index
from vaultkit.config import Root
from vaultkit.errors import VaultkitError
from vaultkit.files import make_folder, sweep
from vaultkit.lock import lock
from vaultkit.scan import scan

PATIENCE = 600.0
"""Seconds to wait for another builder of the same root."""

Progress = Callable[[str, int, int], None]
"""Told (what, done, of how many) while a build runs."""


class Built(NamedTuple):
    """What a build did."""

    root: Root
    out: Path
    nodes: int
    edges: int
    communities: int
    changed: tuple[str, ...]
    removed: tuple[str, ...]
    unread: tuple[str, ...]
    problems: tuple[Problem, ...]
    seconds: float


def build(
    root: Root,
    out: Path,
    *,
    force: bool = False,
    progress: Progress = lambda what, done, total: None,
    on_wait: Callable[[], None] = lambda: None,
) -> Built:
    """Bring the graph of a root up to date, from nothing if `force`. Raises VaultkitError."""
    artifacts.claim(out)
    make_folder(out)
    with lock(out / ".lock", patience=PATIENCE, on_wait=on_wait):
        sweep(out)
        try:
            return _build(root, out, force, progress)
        except sqlite3.DatabaseError:
            index.discard(out / index.NAME)
            return _build(root, out, True, progress)
