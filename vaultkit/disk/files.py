"""The only writer of files: whole or not at all."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable
from pathlib import Path
from typing import Self

from vaultkit.errors import VaultkitError

HIDDEN = ".vaultkit-new-"
"""How the names of files begin that are not yet in their place."""


class Staging:
    """Files written beside those they replace, and put in their place together.

    Each is replaced at once: a reader sees the old or the new bytes of a file, never a part. What is not published is
    removed. Raises VaultkitError when the disk is full or the folder not writable: then nothing has been replaced.
    """

    def __init__(self, folder: Path) -> None:
        """Stage files of `folder`."""
        self._folder = folder
        self._staged: dict[str, str] = {}

    def __enter__(self) -> Self:
        """Begin staging."""
        return self

    def __exit__(self, *_: object) -> None:
        """Remove what was not published."""
        for staged in self._staged.values():
            Path(staged).unlink(missing_ok=True)

    def write(self, name: str, chunks: Iterable[bytes]) -> None:
        """Write the new bytes of a file to the disk, unseen."""
        try:
            descriptor, staged = _new_file(self._folder)
            self._staged[name] = staged
            with os.fdopen(descriptor, "wb") as file:
                file.writelines(chunks)
                file.flush()
                os.fsync(file.fileno())
            os.chmod(staged, 0o666 & ~umask())
        except OSError as fault:
            raise _cannot_write(self._folder / name, fault) from fault

    def publish(self) -> None:
        """Put every staged file in its place, in the order they were written."""
        for name in self._staged:
            if (self._folder / name).is_dir():
                raise VaultkitError(f"{self._folder / name} is a folder", "move it away or use --out")
        for name in list(self._staged):
            try:
                os.replace(self._staged[name], self._folder / name)
            except OSError as fault:
                raise _cannot_write(self._folder / name, fault) from fault
            del self._staged[name]


def write_new(file: Path, data: bytes) -> None:
    """Write a file that is not there yet to the disk; its folder is made if it is missing.

    Raises OSError, leaving nothing behind.
    """
    file.parent.mkdir(parents=True, exist_ok=True)
    descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o600)
    try:
        with os.fdopen(descriptor, "wb") as opened:
            opened.write(data)
            opened.flush()
            os.fsync(opened.fileno())
    except OSError:
        file.unlink(missing_ok=True)
        raise


def make_folder(path: Path) -> None:
    """Make a folder and those above it. Raises VaultkitError."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as fault:
        what = f"cannot make the folder {path} ({fault.strerror or fault})"
        raise VaultkitError(what, "check the permissions above it and the free space") from fault


def check_writable(folder: Path, remedy: str) -> None:
    """Raise VaultkitError with the remedy if no file can be made in a folder, or the folder itself cannot be."""
    there = next(each for each in (folder, *folder.parents) if each.exists())
    ids = os.access in os.supports_effective_ids
    if there.is_dir() and not os.access(there, os.W_OK | os.X_OK, effective_ids=ids):
        raise VaultkitError(f"{there} cannot be written", remedy)


def rewrite(path: Path, old: bytes, new: bytes) -> None:
    """Replace the bytes of a file at once, its mode and owner kept; of a symbolic link, those of the file it names.

    Raises VaultkitError, with nothing changed, if the file no longer holds `old` or cannot be written as it is.
    """
    staged = ""
    try:
        target = path.resolve(strict=True)
        like = target.stat()
        descriptor, staged = _new_file(target.parent)
        with os.fdopen(descriptor, "wb") as file:
            file.write(new)
            file.flush()
            os.fsync(file.fileno())
        if os.name == "posix" and (like.st_uid, like.st_gid) != (os.geteuid(), os.getegid()):
            os.chown(staged, like.st_uid, like.st_gid)
        os.chmod(staged, stat.S_IMODE(like.st_mode))
        if target.read_bytes() != old:
            raise VaultkitError(f"{path} has changed meanwhile, so it was left alone", "try again")
        os.replace(staged, target)
        staged = ""
    except OSError as fault:
        raise VaultkitError(f"cannot write {path} ({fault.strerror or fault})", "check its permissions") from fault
    finally:
        if staged:
            Path(staged).unlink(missing_ok=True)


def sweep(folder: Path) -> None:
    """Remove what killed writers left in `folder`. Only for the holder of the folder's lock."""
    for left in folder.glob(HIDDEN + "*"):
        left.unlink(missing_ok=True)


def remove(path: Path) -> None:
    """Remove a file of ours if it is there; a folder in its place is moved aside. Raises VaultkitError."""
    try:
        if path.is_dir():
            move_aside(path)
        else:
            path.unlink(missing_ok=True)
    except OSError as fault:
        raise _cannot_write(path, fault) from fault


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


def _new_file(folder: Path) -> tuple[int, str]:
    """A file with a name of its own, open for writing."""
    import tempfile  # 4 ms, for those who only read

    return tempfile.mkstemp(prefix=HIDDEN, dir=folder)


def umask() -> int:
    """The permissions that new files of this process lack."""
    mask = os.umask(0)
    os.umask(mask)
    return mask


def _cannot_write(path: Path, fault: OSError) -> VaultkitError:
    return VaultkitError(f"cannot write {path} ({fault.strerror or fault})", "check its permissions and the free space")
