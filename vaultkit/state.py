"""Where what is remembered on this machine alone lies: locks, marks, answers."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

import platformdirs

from vaultkit.files import make_folder


def state_folder() -> Path:
    """`$VAULTKIT_HOME`, else the platform's data folder; made if it is missing. Raises VaultkitError."""
    given = os.environ.get("VAULTKIT_HOME")
    folder = Path(given).expanduser() if given else Path(platformdirs.user_data_dir("vaultkit", appauthor=False))
    make_folder(folder)
    return folder


def lock_file(what: Path) -> Path:
    """The lock of a file or folder: outside of it, so that it is neither synced nor indexed. Raises VaultkitError."""
    folder = state_folder() / "locks"
    make_folder(folder)
    return folder / (hashlib.sha256(os.fsencode(what.resolve())).hexdigest()[:32] + ".lock")
