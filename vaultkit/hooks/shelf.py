"""The shelf that a hook writes to: that of the project around the agent's folder."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from vaultkit.config import CONFIG_NAME, user_config
from vaultkit.disk.database import PATIENCE
from vaultkit.memory.shelf.cascade import Limits
from vaultkit.memory.shelf.places import DEFAULT, Place, place_of
from vaultkit.memory.shelf.project import project_name, project_root
from vaultkit.memory.shelf.settings import Shelving, read_shelving
from vaultkit.memory.shelf.store import Store, open_store
from vaultkit.sessions.hook_settings import mentions


class Shelf(NamedTuple):
    """An open shelf, and for whom."""

    store: Store
    scope: str
    """The project."""
    limits: Limits
    """Of the model that talks."""


@contextmanager
def shelf_of(folder: str, patience: float = PATIENCE) -> Iterator[Shelf]:
    """The shelf for who works in a folder, made if it is missing. Raises Busy and VaultkitError."""
    start = _start(folder)
    shelving = _shelving(start)
    with open_store(_place(shelving).folder, patience) as store:
        yield Shelf(store, project_name(start), Limits(shelving.max_tokens))


def has_shelf(folder: str) -> bool:
    """Whether the shelf for who works in a folder is there. Raises VaultkitError."""
    return _place(_shelving(_start(folder))).is_connected


def _start(folder: str) -> Path:
    return Path(folder) if folder else Path.cwd()


def _place(shelving: Shelving) -> Place:
    return place_of(shelving.name or DEFAULT)


def _shelving(start: Path) -> Shelving:
    """`[shelf]`; files without that table are not parsed."""
    files = (project_root(start) / CONFIG_NAME, user_config())
    return read_shelving(start) if any(mentions(str(file), "shelf") for file in files) else Shelving()
