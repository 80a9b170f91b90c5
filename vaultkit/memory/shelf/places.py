"""Where shelves lie: a folder each, known by a name."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple

from vaultkit.config import absolute
from vaultkit.disk.files import Staging, make_folder
from vaultkit.disk.lock import lock
from vaultkit.disk.state import lock_file, state_place
from vaultkit.errors import UsageError, VaultkitError
from vaultkit.memory.shelf.store import FILE
from vaultkit.nearest import did_you_mean

DEFAULT: Final = "default"
_REGISTRY: Final = "shelves.json"
_NAME: Final = re.compile(r"\w[\w.-]{0,99}")
_PATIENCE: Final = 60.0


class Place(NamedTuple):
    """A shelf that is known by name."""

    name: str
    folder: Path

    @property
    def is_connected(self) -> bool:
        """Whether its file is there."""
        return (self.folder / FILE).is_file()


def place_of(name: str) -> Place:
    """The shelf of a name; the default one needs no connecting. Raises VaultkitError if the name is unknown."""
    known = _read()
    if name in known:
        return Place(name, known[name])
    if name == DEFAULT:
        return Place(name, _own(name))
    remedy = did_you_mean(name, [*known, DEFAULT], "see: vaultkit shelf list")
    raise VaultkitError(f"there is no shelf {name!r}", remedy)


def places() -> list[Place]:
    """Every shelf that is known, the default one first."""
    known = {DEFAULT: _own(DEFAULT), **_read()}
    return [Place(name, known[name]) for name in sorted(known, key=lambda name: (name != DEFAULT, name))]


def connect(folder: Path, name: str = "", *, new: bool = False) -> Place:
    """Know a folder as a shelf, by its last part unless a name is given; a `new` one is made if it is missing.

    Raises VaultkitError if the name belongs to another folder, or there is no such folder.
    """
    place = Place(_checked(name or folder.name), absolute(folder))
    with _changing() as known:
        if place.name in known and known[place.name] != place.folder:
            raise VaultkitError(f"{place.name!r} is the shelf in {known[place.name]}", "give another name with -n")
        if not new and not place.folder.is_dir():
            raise VaultkitError(f"there is no folder {place.folder}", "correct the path, or make it a shelf with --new")
        make_folder(place.folder)
        known[place.name] = place.folder
    return place


def new_place(name: str) -> Place:
    """A shelf in the state folder, known from now on. Raises VaultkitError if the name is taken."""
    place = Place(_checked(name), _own(name))
    with _changing() as known:
        if name in known or place.is_connected:
            raise VaultkitError(f"there is a shelf {name!r} already", "give another name with -n")
        make_folder(place.folder)
        if name != DEFAULT:
            known[name] = place.folder
    return place


def disconnect(name: str) -> Place:
    """Know a shelf no more; its files stay. Raises VaultkitError if the name is unknown."""
    with _changing() as known:
        if name not in known:
            remedy = did_you_mean(name, known, "see: vaultkit shelf list")
            raise VaultkitError(f"no shelf {name!r} is connected", remedy)
        return Place(name, known.pop(name))


def _own(name: str) -> Path:
    return state_place()[0] / "shelves" / name


def _checked(name: str) -> str:
    if not _NAME.fullmatch(name):
        raise UsageError(f"{name!r} is no name for a shelf", "give one of letters, digits, - and _ with -n")
    return name


def _file() -> Path:
    return state_place()[0] / _REGISTRY


def _read() -> dict[str, Path]:
    try:
        known = json.loads(_file().read_text("utf-8"))
        return {str(name): Path(folder) for name, folder in known.items()}
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, AttributeError, TypeError, RecursionError) as fault:
        raise VaultkitError(f"{_file()} cannot be read ({fault})", "correct or remove it") from fault


@contextmanager
def _changing() -> Iterator[dict[str, Path]]:
    """The shelves by name, written back if nothing goes wrong. One at a time."""
    make_folder(_file().parent)
    with lock(lock_file(_file()), patience=_PATIENCE):
        known = _read()
        yield known
        text = json.dumps({name: os.fspath(folder) for name, folder in known.items()}, indent=1)
        with Staging(_file().parent) as staging:
            staging.write(_REGISTRY, [text.encode("utf-8", "surrogateescape") + b"\n"])
            staging.publish()
