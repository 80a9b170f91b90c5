"""How far a change of several files has come: kept outside the vault, so that the next command ends what was killed."""

from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path
from typing import NamedTuple

from vaultkit.disk.contents import read_whole
from vaultkit.disk.files import write_new
from vaultkit.disk.state import state_place
from vaultkit.errors import VaultkitError


class Step(NamedTuple):
    """What happens to one file. Paths are root-relative; states are what `digest` says, "" for no file."""

    path: str
    target: str
    """Where it goes: `path` if it stays."""
    old: str
    new: str
    staged: str
    """The hidden file with the new bytes; "" if none are needed."""


class Record(NamedTuple):
    """A change under way."""

    what: str
    """In the words of the command."""
    steps: tuple[Step, ...]
    leftovers: tuple[str, ...]
    """Every hidden file that may be there because of it, and the folders made for it, which end with `/`."""
    ready: bool = False
    """Everything is staged: from here on it can be brought to its end without the process that planned it."""
    back: bool = False
    """The steps take back what could not be completed."""


def digest(file: Path) -> str:
    """What stands at a path: a hash of the bytes, of where a symbolic link leads, "" if there is nothing.

    Raises OSError, at once also where a pipe stands, which nobody may ever write to.
    """
    try:
        if file.is_symlink():
            return "link " + hashlib.sha256(os.fsencode(os.readlink(file))).hexdigest()
        return hashlib.sha256(read_whole(file)).hexdigest()
    except FileNotFoundError:
        return ""


def is_pending(root: Path) -> bool:
    """Whether a change of this root is under way or was interrupted."""
    return _file(root).exists()


def read_record(root: Path) -> Record | None:
    """The change under way; None without one. Raises VaultkitError."""
    file = _file(root)
    try:
        given = json.loads(file.read_bytes())
        return Record(given["what"], tuple(Step(*step) for step in given["steps"]), *given["rest"])
    except FileNotFoundError:
        return None
    except (OSError, ValueError, KeyError, TypeError) as fault:
        what = f"{file}, which tells of an interrupted change, cannot be read ({fault})"
        raise VaultkitError(what, "look at the notes changed last, then remove it") from fault


def keep_record(root: Path, record: Record) -> None:
    """Keep a record, for the holder of the root's lock. Raises VaultkitError."""
    file = _file(root)
    fresh = file.with_suffix(".new")
    what, steps, *rest = record
    try:
        fresh.unlink(missing_ok=True)
        write_new(fresh, json.dumps({"what": what, "steps": steps, "rest": rest}).encode())
        os.replace(fresh, file)
    except OSError as fault:
        raise VaultkitError(f"cannot write {file} ({fault.strerror or fault})", "check permissions, space") from fault


def clear(root: Path, record: Record) -> None:
    """Remove what a change may have left behind, nothing else, and its record."""
    for name in record.leftovers:
        try:
            (root / name).rmdir() if name.endswith("/") else (root / name).unlink(missing_ok=True)
        except OSError:  # a folder that is in use by now
            continue
    _file(root).unlink(missing_ok=True)


def _file(root: Path) -> Path:
    return state_place()[0] / "changes" / f"{hashlib.sha256(os.fsencode(root.resolve())).hexdigest()[:16]}.json"
