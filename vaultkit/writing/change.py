"""Changes of several files that others may edit meanwhile: all of them, or none, even if the process is killed."""

from __future__ import annotations

import hashlib
import os
import secrets
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from posixpath import dirname
from typing import Final, Literal, NamedTuple, Protocol, TypeVar

from vaultkit.disk.contents import read_whole
from vaultkit.disk.files import HIDDEN, umask, write_new
from vaultkit.disk.lock import lock
from vaultkit.disk.state import lock_file
from vaultkit.errors import VaultkitError
from vaultkit.writing.edits import unified
from vaultkit.writing.pending import Record, Step, clear, digest, is_pending, keep_record, read_record
from vaultkit.writing.stepping import Outdated, adopt, check, move, named, take

_PATIENCE: Final = 60.0
"""Seconds to wait for a journal entry or another change of the same vault."""
_PAUSES: Final = (0.05, 0.1, 0.2, 0.4)
"""Seconds between the tries of a change beside somebody who edits the same files."""
_MODES: Final = {
    "new": "new file mode 100644\n",
    "program": "new file mode 100755\n",
    "gone": "deleted file mode 100644\n",
}


class Change(NamedTuple):
    """New bytes for a file of the root, perhaps under a new name."""

    path: str
    """Root-relative, POSIX."""
    old: bytes
    new: bytes
    moved_to: str = ""
    """Where the file goes, "" if it stays."""
    kind: Literal["file", "symlink", "new", "program", "gone"] = "file"
    """Of a symbolic link the bytes say where it leads; a new file, which may be a program, has no old ones."""

    @property
    def diff(self) -> str:
        """What it changes, as git prints it: `git apply` takes it."""
        target = self.moved_to or self.path
        head = f"diff --git a/{self.path} b/{target}\n"
        if self.moved_to:
            same = "similarity index 100%\n" if self.old == self.new else ""
            head += f"{same}rename from {self.path}\nrename to {target}\n"
        elif self.kind in _MODES:
            head += _MODES[self.kind]
        elif self.kind == "symlink":
            head += "index 0000000..0000000 120000\n"
        old, new = (data.decode("utf-8", "replace") for data in (self.old, self.new))
        is_new, is_gone = self.kind in ("new", "program"), self.kind == "gone"
        return head + unified(old, new, "" if is_new else self.path, "" if is_gone else target)


class Plan(Protocol):
    """What a command comes to, before anything is written."""

    @property
    def changes(self) -> tuple[Change, ...]:
        """All of them, in the order in which they are made."""


P = TypeVar("P", bound=Plan)


class Finished(NamedTuple):
    """An interrupted change, brought to its end."""

    what: str
    """In the words of the command."""
    files: int
    left: tuple[str, ...]
    """Files that were edited since and stay as they are."""
    back: bool
    """It was taken back."""


def carry_out(root: Path, plan: Callable[[], P], what: str) -> P:
    """Plan and write; plan again if somebody edits a file in between, at last with the root's lock held.

    Raises VaultkitError, with nothing changed.
    """
    for pause in _PAUSES:
        try:
            planned = plan()
            write_all(root, planned.changes, what)
            return planned
        except Outdated:
            time.sleep(pause)
    with lock(lock_file(root), patience=_PATIENCE):
        planned = plan()
        _write(root, planned.changes, what)
        return planned


def write_all(root: Path, changes: Sequence[Change], what: str = "a change") -> None:
    """Put every change in its place, each file at once, its mode and owner kept.

    Everything is written beside its place first. Raises VaultkitError, with nothing changed, if a file is no longer as
    it was read (Outdated), a target exists, or something cannot be written. `what` names the change to whoever has to
    finish it.
    """
    with lock(lock_file(root), patience=_PATIENCE):
        _write(root, changes, what)


def create(root: Path, path: str, data: bytes, what: str = "a new file") -> None:
    """Make a new file of the root, whole or not at all. Raises VaultkitError, also if there is one already."""
    write_all(root, [Change(path, b"", data, kind="new")], what)


def read_bytes(root: Path, path: str) -> bytes:
    """What a file of the root holds. Raises VaultkitError."""
    try:
        return read_whole(root / path)
    except FileNotFoundError as fault:
        raise Outdated(f"{named(root, path)} is gone, so nothing was changed", "try again") from fault
    except OSError as fault:
        raise VaultkitError(
            f"{named(root, path)} cannot be read ({fault.strerror}), so nothing was changed", "try again"
        ) from fault


def finish(root: Path) -> Finished | None:
    """Bring to its end what a killed process began, and remove what it left; None if there was nothing to do.

    A file that was edited since stays as it is. Raises VaultkitError.
    """
    if not is_pending(root):
        return None
    with lock(lock_file(root), patience=_PATIENCE):
        return _finish(root)


def _finish(root: Path) -> Finished | None:
    record = read_record(root)
    if record is None:
        return None
    left = [words for step in record.steps if (words := _ended(root, step))] if record.ready else []
    clear(root, record)
    return Finished(record.what, len(record.steps), tuple(left), record.back) if record.ready else None


def _ended(root: Path, step: Step) -> str:
    """Why a step cannot be completed, "" if it is. A note that was edited is moved all the same: links lead there."""
    try:
        take(root, step)
    except Outdated:
        place, target = root / step.path, root / step.target
        if step.target != step.path and place.exists() and not os.path.lexists(target):
            move(place, target)
        return f"{named(root, step.target)} was edited since"
    except (OSError, VaultkitError) as fault:
        return f"{named(root, step.path)}: {fault}"
    return ""


# Writing


def _write(root: Path, changes: Sequence[Change], what: str) -> None:
    if not changes:
        return
    _finish(root)  # killed since the command began; if it was about the same files, they are no longer as planned
    steps, backs = _steps(root, changes)
    staged = [step.staged for step in (*steps, *backs) if step.staged]
    record = Record(what, steps, (*staged, *_folders(root, steps)))
    keep_record(root, record)
    try:
        for change, step in zip(changes, steps, strict=True):
            _stage(root, step, change.new, change.kind)
        for step in steps:
            check(root, step)
    except BaseException as fault:
        clear(root, record)
        _explain(fault)
        raise
    try:
        keep_record(root, record._replace(ready=True))
        for step in steps:
            take(root, step)
    except BaseException as fault:
        _take_back(root, changes, record._replace(steps=backs, back=True), fault)
        _explain(fault)
        raise
    clear(root, record)


def _explain(fault: BaseException) -> None:
    """Raise a fault of the system as a VaultkitError."""
    if isinstance(fault, OSError):
        what = f"{fault.filename or 'a file'} cannot be written ({fault.strerror or fault}), so nothing was changed"
        raise VaultkitError(what, "check permissions and free space") from fault


def _take_back(root: Path, changes: Sequence[Change], record: Record, why: BaseException) -> None:
    """Restore the old bytes of what is done; what somebody else has edited meanwhile is theirs."""
    steps = [(change, step) for change, step in zip(changes, record.steps, strict=True) if _is_done(root, step)]
    try:
        for change, step in steps:
            _stage(root, step, change.old, change.kind)
        keep_record(root, record._replace(steps=tuple(step for _, step in reversed(steps)), ready=True))
        for _, step in reversed(steps):
            take(root, step)
    except (OSError, VaultkitError) as fault:
        what = f"{why}; what is done could not be taken back ({fault})"
        raise VaultkitError(what, "the next command in this vault goes on with it") from fault
    clear(root, record)


def _is_done(root: Path, back: Step) -> bool:
    """Whether there is something to take back."""
    return digest(root / back.path) == back.old and (back.path != back.target or back.old != back.new)


def _steps(root: Path, changes: Sequence[Change]) -> tuple[tuple[Step, ...], tuple[Step, ...]]:
    """The steps of a change, and those that take it back."""
    token = secrets.token_hex(6)
    steps: list[Step] = []
    backs: list[Step] = []
    for number, change in enumerate(changes):
        path = change.path if change.kind == "symlink" or change.moved_to else _real(root, change.path)
        target = change.moved_to or path
        old, new = (_state(data, change.kind) for data in (change.old, change.new))
        old = "" if change.kind in ("new", "program") else old
        new = "" if change.kind == "gone" else new
        name, other = (f"{HIDDEN}{token}-{number}{side}" for side in ("", "-back"))
        there = f"{dirname(target)}/{name}".lstrip("/") if new not in ("", old) else ""
        here = f"{dirname(path)}/{other}".lstrip("/") if old not in ("", new) else ""
        steps.append(Step(path, target, old, new, there))
        backs.append(Step(target, path, new, old, here))
    return tuple(steps), tuple(backs)


def _state(data: bytes, kind: str) -> str:
    return ("link " if kind == "symlink" else "") + hashlib.sha256(data).hexdigest()


def _real(root: Path, path: str) -> str:
    """Where the bytes of a path lie: a symbolic link stays, the file it names is written. Raises VaultkitError."""
    if not (root / path).is_symlink():
        return path
    place, top = (Path(os.path.realpath(each)) for each in (root / path, root))
    if not place.is_relative_to(top):
        raise VaultkitError(f"{path} leads out of the vault, so nothing was changed", "edit that file at its own place")
    return place.relative_to(top).as_posix()


def _folders(root: Path, steps: Sequence[Step]) -> Iterator[str]:
    """The folders that have to be made, the innermost first."""
    for folder in dict.fromkeys(dirname(step.target) for step in steps):
        while folder and not (root / folder).exists():
            yield folder + "/"
            folder = dirname(folder)


def _stage(root: Path, step: Step, data: bytes, kind: str) -> None:
    """Write new bytes beside their place, unseen."""
    if not step.staged:
        (root / step.target).parent.mkdir(parents=True, exist_ok=True)
        return
    file = root / step.staged
    try:
        if kind == "symlink":
            os.symlink(os.fsdecode(data), file)
        else:
            write_new(file, data)
            if kind != "file":
                os.chmod(file, (0o777 if kind == "program" else 0o666) & ~umask())
            else:
                adopt(file, (root / step.path).stat())
    except FileNotFoundError as fault:
        raise Outdated(f"{named(root, step.path)} is gone, so nothing was changed", "try again") from fault
    except OSError as fault:
        what = f"{named(root, step.target)} cannot be written ({fault.strerror or fault}), so nothing was changed"
        raise VaultkitError(what, "check permissions and free space") from fault
