"""A work tree changed under git's hands: what reads its files is brought up to date."""

from __future__ import annotations

import os
from pathlib import Path

from vaultkit.config import OUT_NAME, roots_around
from vaultkit.disk.root_state import RootState, known_roots, root_state
from vaultkit.disk.spawn import wake


def changed(folder: str) -> None:
    """Have every root in a work tree, and those around it, updated in the background.

    Raises VaultkitError and OSError.
    """
    for state in roots_of(os.path.realpath(folder)):
        wake(state)


def roots_of(folder: str) -> list[RootState]:
    """The roots that read files of the work tree at a real path; a project without a graph is none."""
    inside = folder.rstrip(os.sep) + os.sep
    found = {state.root: state for state in known_roots() if (state.root + os.sep).startswith(inside)}
    for around in roots_around(Path(folder)):
        if around.kind == "vault" or (around.path / OUT_NAME / "graph.json").is_file():
            state = root_state(around.path)
            found[state.root] = state
        if around.kind == "vault":  # it takes its files from the projects around it
            break
    return [found[root] for root in sorted(found) if os.path.isdir(root)]
