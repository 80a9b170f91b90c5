"""The only writer of files: whole or not at all."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable
from pathlib import Path

from vaultkit.errors import VaultkitError

_PREFIX = ".new-"


def write_atomically(path: Path, chunks: Iterable[bytes]) -> None:
    """Replace the file at `path`: a reader sees the old or the new bytes, never a part. Raises VaultkitError."""
    try:
        descriptor, name = tempfile.mkstemp(prefix=_PREFIX, dir=path.parent)
    except OSError as fault:
        raise _cannot_write(path, fault) from fault
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.writelines(chunks)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(name, 0o666 & ~_umask())
        os.replace(name, path)
    except OSError as fault:
        raise _cannot_write(path, fault) from fault
    finally:
        Path(name).unlink(missing_ok=True)


def make_folder(path: Path) -> None:
    """Make a folder and those above it. Raises VaultkitError."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as fault:
        raise _cannot_write(path, fault) from fault


def sweep(folder: Path) -> None:
    """Remove what killed writers left in `folder`. Only for the holder of the folder's lock."""
    for left in folder.glob(_PREFIX + "*"):
        left.unlink(missing_ok=True)


def move_aside(folder: Path) -> Path:
    """Rename a folder that is not ours to a free name beside it, and return that name. Raises VaultkitError."""
    for number in range(1, 1000):
        aside = folder.with_name(f"{folder.name}.aside-{number}")
        if not aside.exists():
            try:
                return folder.rename(aside)
            except OSError as fault:
                raise _cannot_write(folder, fault) from fault
    raise VaultkitError(f"too many {folder.name}.aside-N folders beside {folder}", "remove those you do not need")


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def _cannot_write(path: Path, fault: OSError) -> VaultkitError:
    return VaultkitError(
        f"cannot write {path} ({fault.strerror or fault})", "check its permissions and the free space, or use --out"
    )
