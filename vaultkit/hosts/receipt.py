"""What an installation put where, so that it can be taken out to the byte. It holds our own text, none of others."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from vaultkit.disk.files import Staging, make_folder, remove
from vaultkit.disk.state import state_place


class Receipt(NamedTuple):
    """What was put into the files of one place, and beside them."""

    stretches: Mapping[str, tuple[str, ...]] = MappingProxyType({})
    """Absolute path of a settings file to the texts that were inserted."""
    created: tuple[str, ...] = ()
    """The settings files that were made for them."""
    files: Mapping[str, str] = MappingProxyType({})
    """Absolute path to SHA-256 of each file that is ours alone."""
    folders: tuple[str, ...] = ()
    """The folders that were made for all of it, the innermost first."""


def read_receipt(name: str) -> Receipt:
    """The receipt of a place; an empty one if there is none or it cannot be read."""
    return _read(_place(name))


def _read(file: Path) -> Receipt:
    try:
        kept: Any = json.loads(file.read_text("utf-8"))
        stretches = {path: tuple(texts) for path, texts in kept["stretches"].items()}
        return Receipt(stretches, tuple(kept["created"]), dict(kept["files"]), tuple(kept["folders"]))
    except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return Receipt()


class Shared(NamedTuple):
    """What other places have of ours: what they have as well stays until the last of them goes."""

    files: frozenset[str]
    folders: tuple[str, ...]


def shared_with_others(name: str) -> Shared:
    """What the receipts of all other places name."""
    others = [_read(file) for file in _place(name).parent.glob("*.json") if file != _place(name)]
    folders = {folder for each in others for folder in each.folders}
    return Shared(
        frozenset(path for each in others for path in each.files), tuple(sorted(folders, key=len, reverse=True))
    )


def keep_receipt(name: str, receipt: Receipt) -> None:
    """Keep it, or remove it if it is empty. Raises VaultkitError."""
    place = _place(name)
    if receipt == Receipt():
        remove(place)
        return
    make_folder(place.parent)
    kept = receipt._asdict() | {"place": name, "stretches": dict(receipt.stretches), "files": dict(receipt.files)}
    with Staging(place.parent) as staging:
        staging.write(place.name, [json.dumps(kept).encode()])
        staging.publish()


def digest(data: bytes) -> str:
    """What tells whether a file is still as it was written."""
    return hashlib.sha256(data).hexdigest()


def _place(name: str) -> Path:
    return state_place()[0] / "installed" / f"{digest(os.fsencode(name))[:16]}.json"
