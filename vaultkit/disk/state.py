"""Where what is remembered on this machine alone lies: locks, marks, logs, answers."""

from __future__ import annotations

import os
import zlib
from typing import TYPE_CHECKING

from vaultkit.disk.platform_folders import data_folder

if TYPE_CHECKING:
    from pathlib import Path

_READABLE = 80
"""Characters of a path that are kept in the name of its folder, for those who look."""


def home() -> str:
    """The folder of the state: `$VAULTKIT_HOME`, else the platform's data folder."""
    given = os.environ.get("VAULTKIT_HOME")
    return os.path.expanduser(given) if given else data_folder()


def state_place() -> tuple[Path, str]:
    """The folder of the state and who says so."""
    from pathlib import Path

    return Path(home()), "$VAULTKIT_HOME" if os.environ.get("VAULTKIT_HOME") else "the platform's data folder"


def key_of(path: str) -> str:
    """A name for the state of a path: its last part readable, and a checksum of the whole."""
    readable = "".join(sign if sign.isalnum() else "-" for sign in path[-_READABLE:] if sign.isascii()).strip("-")
    return f"{readable or 'root'}-{checksum(path):08x}"


def checksum(path: str) -> int:
    """A short checksum of a path, the same on every run."""
    return zlib.crc32(path.encode("utf-8", "surrogatepass"))


def lock_file(what: Path) -> Path:
    """The lock of a file or folder: outside of it, so that it is neither synced nor indexed.

    Two that share a lock wait for one another, no more: a short checksum will do.
    """
    return state_place()[0] / "locks" / f"{checksum(os.path.realpath(what)):08x}.lock"
