"""What an installation put where, so that it can be taken out to the byte. It holds our own text, none of others."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from vaultkit.files import Staging, make_folder, remove
from vaultkit.state import state_place


class Receipt(NamedTuple):
    """What was put into one settings file and beside it."""

    stretches: tuple[str, ...] = ()
    """The texts that were inserted."""
    created: bool = False
    """Whether the settings file was made for them."""
    files: Mapping[str, str] = MappingProxyType({})
    """Absolute path to SHA-256 of each skill that was written."""


def read_receipt(settings: Path) -> Receipt:
    """The receipt of a settings file; an empty one if there is none or it cannot be read."""
    try:
        kept: Any = json.loads(_place(settings).read_text("utf-8"))
        return Receipt(tuple(kept["stretches"]), bool(kept["created"]), dict(kept["files"]))
    except (OSError, ValueError, TypeError, KeyError, RecursionError):
        return Receipt()


def keep_receipt(settings: Path, receipt: Receipt) -> None:
    """Keep it, or remove it if it is empty. Raises VaultkitError."""
    place = _place(settings)
    if not (receipt.stretches or receipt.files):
        remove(place)
        return
    make_folder(place.parent)
    kept = {"settings": os.fspath(settings), **receipt._asdict(), "files": dict(receipt.files)}
    with Staging(place.parent) as staging:
        staging.write(place.name, [json.dumps(kept).encode()])
        staging.publish()


def digest(data: bytes) -> str:
    """What tells whether a file is still as it was written."""
    return hashlib.sha256(data).hexdigest()


def _place(settings: Path) -> Path:
    return state_place()[0] / "installed" / f"{digest(os.fsencode(settings.absolute()))[:16]}.json"
