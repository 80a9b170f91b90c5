"""Where what is remembered on this machine alone lies: locks, marks, answers."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

import platformdirs


def state_place() -> tuple[Path, str]:
    """The folder, `$VAULTKIT_HOME` or else the platform's data folder, and which of the two it is."""
    given = os.environ.get("VAULTKIT_HOME")
    if given:
        return Path(given).expanduser(), "$VAULTKIT_HOME"
    return Path(platformdirs.user_data_dir("vaultkit", appauthor=False)), "the platform's data folder"


def lock_file(what: Path) -> Path:
    """The lock of a file or folder: outside of it, so that it is neither synced nor indexed."""
    name = hashlib.sha256(os.fsencode(what.resolve())).hexdigest()[:32]
    return state_place()[0] / "locks" / f"{name}.lock"
