"""Where in a vault something is to lie: folders as the disk spells them, paths of the system as paths of the vault."""

from __future__ import annotations

import os
from pathlib import Path

from graph.text import fold
from vaultkit.config import OUT_NAME
from vaultkit.errors import UsageError, VaultkitError


def from_root(root: Path, written: str) -> str:
    """A path of the system inside the vault as one from the vault's root, which begins with `/`; others as they are.

    `/a/b` that is no such path means a/b in the vault, unless it evidently names another place of the system.
    Raises UsageError for those.
    """
    place = Path(os.path.expanduser(written)) if written.startswith("~") else Path(written)
    if not place.is_absolute():
        return written
    real = Path(os.path.realpath(place.parent), place.name)
    for each in (place, real):
        if each.is_relative_to(root):
            end = "/" if written.endswith("/") else ""
            return f"/{each.relative_to(root).as_posix()}{end}".replace("/./", "/")
    first = place.parts[1] if len(place.parts) > 1 else ""
    in_vault = not written.startswith("~") and not place.drive and (len(place.parts) == 2 or (root / first).exists())
    if in_vault or (not written.startswith("~") and not place.drive and not (Path(place.anchor) / first).exists()):
        return written
    raise UsageError(f"{written!r} is not in the vault {root}", "give a path inside it")


def folder_on_disk(root: Path, folder: str) -> str:
    """A folder of the vault, perhaps still to be made, as the disk spells those of its parts that are there.

    Two folders that differ in case only cannot both live on every disk, so a second one is never begun. Raises
    VaultkitError if several fit, UsageError for a place that is no folder of the vault.
    """
    here = root
    for part in filter(None, folder.split("/")):
        here /= on_disk(here, part)
        if os.path.lexists(here) and not here.is_dir():
            raise UsageError(f"{here.relative_to(root).as_posix()} is no folder", "give another one")
    place = Path(os.path.realpath(here))
    if not place.is_relative_to(root.resolve()):
        raise UsageError(f"{folder!r} leads out of the vault", "give a folder inside it")
    parts = place.relative_to(root.resolve()).parts
    if any(part.startswith(".") or part.partition(".aside-")[0] == OUT_NAME for part in parts):
        raise UsageError(f"{folder!r} holds no notes", "give another folder")
    return "/".join(parts)


def on_disk(folder: Path, part: str) -> str:
    """The name of a folder in another as the disk spells it. Raises VaultkitError if several fit and none exactly."""
    names = os.listdir(folder) if folder.is_dir() else []
    if part in names:
        return part
    alike = sorted(name for name in names if fold(name) == fold(part) and (folder / name).is_dir())
    if len(alike) > 1:
        raise VaultkitError(f"{part!r} fits the folders {', '.join(alike)}", "write one of them as it is")
    return alike[0] if alike else part
