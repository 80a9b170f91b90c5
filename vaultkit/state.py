"""Where what is remembered on this machine alone lies: locks, marks, answers."""

from __future__ import annotations

import os
import zlib
from pathlib import Path


def state_place() -> tuple[Path, str]:
    """The folder, `$VAULTKIT_HOME` or else the platform's data folder, and which of the two it is."""
    given = os.environ.get("VAULTKIT_HOME")
    if given:
        return Path(given).expanduser(), "$VAULTKIT_HOME"
    import platformdirs  # 20 ms that a journal entry need not wait for

    return Path(platformdirs.user_data_dir("vaultkit", appauthor=False)), "the platform's data folder"


def lock_file(what: Path) -> Path:
    """The lock of a file or folder: outside of it, so that it is neither synced nor indexed.

    Two that share a lock wait for one another, no more: a short checksum will do.
    """
    return state_place()[0] / "locks" / f"{zlib.crc32(os.fsencode(what.resolve())):08x}.lock"
