"""Changes of several files that others may edit meanwhile: all of them, or none."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Final, NamedTuple

from vaultkit.errors import VaultkitError
from vaultkit.files import umask, write_unseen
from vaultkit.lock import lock
from vaultkit.state import lock_file
from vaultkit.writing.edits import unified

_PATIENCE: Final = 60.0
"""Seconds to wait for a journal entry or another change of the same vault."""


class Change(NamedTuple):
    """New bytes for a file of the root, perhaps under a new name."""

    path: str
    """Root-relative, POSIX."""
    old: bytes
    new: bytes
    moved_to: str = ""
    """Where the file goes, "" if it stays."""

    @property
    def diff(self) -> str:
        """What it changes, as git prints it: `git apply` takes it."""
        target = self.moved_to or self.path
        head = f"diff --git a/{self.path} b/{target}\n"
        if self.moved_to:
            same = "similarity index 100%\n" if self.old == self.new else ""
            head += f"{same}rename from {self.path}\nrename to {target}\n"
        old, new = (data.decode("utf-8", "replace") for data in (self.old, self.new))
        return head + unified(old, new, self.path, target)


def write_all(root: Path, changes: Sequence[Change]) -> None:
    """Put every change in its place, each file at once, its mode and owner kept.

    Everything is written beside its place first. Raises VaultkitError, with nothing changed, if a file is no longer as
    it was read, a target exists, or a folder cannot be written. If the system refuses a replacement in spite of that,
    the error says which files are done.
    """
    with ExitStack() as unseen, lock(lock_file(root), patience=_PATIENCE):
        staged = [(change, _stage(root, change, unseen)) for change in changes]
        for change in changes:
            _check(root, change)
        _replace_all(root, staged)


def _stage(root: Path, change: Change, unseen: ExitStack) -> Path:
    """Write the new bytes beside their place; what is still there in the end goes with `unseen`."""
    target = root / (change.moved_to or change.path)
    try:
        file = write_unseen(target.parent, change.new)
        unseen.callback(file.unlink, missing_ok=True)
        _adopt(file, (root / change.path).stat())
    except OSError as fault:
        what = f"{change.moved_to or change.path} cannot be written ({fault.strerror or fault})"
        raise VaultkitError(f"{what}, so nothing was changed", "check permissions and free space") from fault
    return file


def _adopt(file: Path, like: os.stat_result) -> None:
    """Give a file the mode of another, and its owner where that differs and is allowed."""
    os.chmod(file, like.st_mode & 0o7777)
    if os.name == "posix" and (like.st_uid, like.st_gid) != (os.getuid(), os.getgid()):
        try:
            os.chown(file, like.st_uid, like.st_gid)
        except PermissionError:
            return


def _check(root: Path, change: Change) -> None:
    """Whether the file is still as it was read, and its target free."""
    try:
        now = (root / change.path).read_bytes()
    except OSError as fault:
        what = f"{change.path} cannot be read ({fault.strerror or fault}), so nothing was changed"
        raise VaultkitError(what, "try again") from fault
    if now != change.old:
        raise VaultkitError(f"{change.path} was edited meanwhile, so nothing was changed", "try again")
    target = root / change.moved_to
    if change.moved_to and os.path.lexists(target) and not target.samefile(root / change.path):
        raise VaultkitError(f"{change.moved_to} exists", "choose another name")


def _replace_all(root: Path, staged: Sequence[tuple[Change, Path]]) -> None:
    done: list[str] = []
    for change, file in staged:
        try:
            _check(root, change)
            if change.moved_to:
                _move(root / change.path, root / change.moved_to)
            os.replace(file, root / (change.moved_to or change.path))
        except (OSError, VaultkitError) as fault:
            listed = ", ".join(done) or "nothing"
            what = f"{change.path} could not be replaced ({fault}); changed so far: {listed}"
            raise VaultkitError(what, "undo these or try again") from fault
        done.append(change.moved_to or change.path)


def _move(old: Path, new: Path) -> None:
    """Give a file another name, which may differ in case only. Raises FileExistsError if another file has it."""
    if os.path.lexists(new) and new.samefile(old):
        os.rename(old, new)
    else:
        _link(old, new)
        old.unlink(missing_ok=True)


def read_bytes(root: Path, path: str) -> bytes:
    """What a file of the root holds. Raises VaultkitError."""
    try:
        return (root / path).read_bytes()
    except OSError as fault:
        raise VaultkitError(f"{path} cannot be read ({fault.strerror}), so nothing was changed", "try again") from fault


def create(root: Path, path: str, data: bytes) -> None:
    """Make a new file of the root, whole or not at all. Raises VaultkitError, also if there is one already."""
    target = root / path
    try:
        file = write_unseen(target.parent, data)
        with ExitStack() as unseen:
            unseen.callback(file.unlink, missing_ok=True)
            os.chmod(file, 0o666 & ~umask())
            _link(file, target)
    except FileExistsError as fault:
        raise VaultkitError(f"{path} exists", "choose another name") from fault
    except OSError as fault:
        what = f"{path} cannot be written ({fault.strerror or fault})"
        raise VaultkitError(what, "check permissions and free space") from fault


def _link(file: Path, target: Path) -> None:
    """Give a file its name if that is free; where the system has no hard links, a look must do."""
    try:
        os.link(file, target)
    except FileExistsError:
        raise
    except OSError:
        if target.exists():
            raise FileExistsError(target) from None
        os.replace(file, target)
