"""One file put in its place: at once, and again without harm, whoever was killed in between."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from vaultkit.errors import VaultkitError
from vaultkit.writing.pending import Step, digest


class Outdated(VaultkitError):
    """A file is no longer what it was when the change was planned: plan again."""


def named(root: Path, path: str) -> str:
    """A path below a root as people know it: in full if the root is that of all files."""
    return os.fspath(root / path) if root == Path(root.anchor) else path


def check(root: Path, step: Step) -> None:
    """Whether the file is still as it was read, may be written, and its target is free. Raises VaultkitError."""
    place, target = root / step.path, root / step.target
    found = digest(place)
    if step.old and found != step.old:
        what = f"{named(root, step.path)} was edited meanwhile" if found else f"{named(root, step.path)} is gone"
        raise Outdated(f"{what}, so nothing was changed", "try again")
    if step.old and step.staged and not place.is_symlink() and not place.stat().st_mode & 0o222:
        raise VaultkitError(f"{named(root, step.path)} is read-only, so nothing was changed", "make it writable first")
    is_wanted = not step.old or (step.target != step.path and not _is_one_entry(place, target))
    if is_wanted and os.path.lexists(target):
        raise VaultkitError(f"{named(root, step.target)} exists", "choose another name")


def take(root: Path, step: Step) -> None:
    """Do a step, or what is left of it. Raises Outdated if the file was edited, VaultkitError if its place is taken."""
    place = root / step.path
    if step.target != step.path:
        _take_move(root, step)
        return
    found = digest(place)
    if found == step.new:
        return
    if found != step.old:
        raise Outdated(f"{named(root, step.path)} was edited meanwhile", "try again")
    if not step.new:
        place.unlink()
    elif not step.old:
        put_free(root / step.staged, place)
    else:
        os.replace(root / step.staged, place)


def _take_move(root: Path, step: Step) -> None:
    place, target = root / step.path, root / step.target
    here, there = digest(place), digest(target)
    if not here and there:
        return
    if here not in (step.old, step.new):
        raise Outdated(
            f"{named(root, step.path)} was edited meanwhile" if here else f"{named(root, step.path)} is gone",
            "try again",
        )
    if _is_one_entry(place, target):
        if here != step.new:
            os.replace(root / step.staged, place)
        os.rename(place, target)
        return
    if there != step.new:
        put_free(root / step.staged if step.staged else place, target)
    place.unlink(missing_ok=True)


def move(place: Path, target: Path) -> None:
    """Give a file another name if that is free. Raises FileExistsError."""
    put_free(place, target)
    place.unlink(missing_ok=True)


def put_free(file: Path, target: Path) -> None:
    """Give a file a second name if that is free, or where the system has no hard links, its only one."""
    try:
        os.link(file, target, follow_symlinks=False)
    except FileExistsError:
        raise VaultkitError(f"{target} exists", "choose another name") from None
    except (OSError, NotImplementedError):
        if os.path.lexists(target):
            raise VaultkitError(f"{target} exists", "choose another name") from None
        os.replace(file, target)


def adopt(file: Path, like: os.stat_result) -> None:
    """Give a file the mode of another, and its owner where that differs and is allowed."""
    os.chmod(file, stat.S_IMODE(like.st_mode))
    if os.name == "posix" and (like.st_uid, like.st_gid) != (os.getuid(), os.getgid()):
        try:
            os.chown(file, like.st_uid, like.st_gid)
        except PermissionError:
            return


def _is_one_entry(one: Path, other: Path) -> bool:
    """Whether two names of a folder that differ in case are one file, and not two names of it: only one is listed."""
    if one.name == other.name or one.name.casefold() != other.name.casefold():
        return False
    if not (os.path.lexists(one) and os.path.lexists(other)) or not one.parent.samefile(other.parent):
        return False
    return one.samefile(other) and len({one.name, other.name} & set(os.listdir(one.parent))) == 1
