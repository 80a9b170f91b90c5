"""Files kept on a shelf as they are, each known as knowledge that `is_a archive`."""

from __future__ import annotations

import hashlib
import mimetypes
import re
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Final

from vaultkit.disk.contents import read_regular
from vaultkit.disk.files import Staging, make_folder, remove
from vaultkit.errors import VaultkitError
from vaultkit.indexing.terms import Where
from vaultkit.memory.redact import redact
from vaultkit.memory.shelf.catalogs import stamp
from vaultkit.memory.shelf.entry import Content, Knowledge, Statement
from vaultkit.memory.shelf.store import Store

FOLDER: Final = "archives"
ARCHIVE: Final = "archive"
_DIGEST: Final = re.compile(r"[0-9a-f]{64}")
LARGEST: Final = 1 << 30
"""Bytes of a file."""


def store_file(store: Store, file: Path, name: str, scopes: Sequence[str], now: datetime) -> Knowledge:
    """Keep a copy of a file under a name. Raises VaultkitError if it cannot be read, holds a secret, or the name is
    taken.
    """
    data = harmless_bytes(file)
    digest = hashlib.sha256(data).hexdigest()
    keep(store.folder / FOLDER / digest, data)
    kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
    told = f"# {file.name}\n\n- size: {len(data)}\n- type: {kind}\n- sha256: {digest}"
    with store.changing():
        entry = store.create_knowledge(
            name, Content(told, tags=(ARCHIVE,), scopes=tuple(scopes), figures=(digest,)), now
        )
        link = Statement(entry.name, "is_a", ARCHIVE, Content(scopes=tuple(scopes)), stamp(now))
        if store.number("statement", link.key) is None:
            store.create_statement(link, now)
    return entry


def stored_bytes(store: Store, name: str) -> bytes:
    """The file that was kept under a name. Raises VaultkitError."""
    entry = store.knowledge(name)
    if entry is None or ARCHIVE not in entry.content.tags:
        raise VaultkitError(f"there is no archive {name!r}", "see: vaultkit shelf archive-list")
    digest = next(iter(entry.content.figures), "")
    if not _DIGEST.fullmatch(digest):
        raise VaultkitError(f"{name!r} names no archived file", "store it again")
    try:
        data = read_regular(store.folder / FOLDER / digest, LARGEST)
    except OSError as fault:
        raise VaultkitError(f"the file of {name!r} is gone ({fault})", "restore it from an export") from fault
    if hashlib.sha256(data).hexdigest() != digest:
        raise VaultkitError(f"the file of {name!r} is damaged", "restore it from an export")
    return data


def archives(store: Store) -> list[Knowledge]:
    """Every archive, oldest first."""
    where = "number IN (SELECT number FROM label WHERE catalog = 'knowledge' AND kind = 'tags' AND value = :tag)"
    return store.all_knowledge(Where(where, {"tag": ARCHIVE}))


def keep(place: Path, data: bytes) -> None:
    """Write a file that is named by its content, unless it is there. Raises VaultkitError."""
    if not place.exists():
        make_folder(place.parent)
        with Staging(place.parent) as staging:
            staging.write(place.name, [data])
            staging.publish()


def sweep(store: Store) -> None:
    """Remove the files that no archive needs any more."""
    needed = {digest for entry in archives(store) for digest in entry.content.figures}
    folder = store.folder / FOLDER
    for file in sorted(folder.iterdir()) if folder.is_dir() else ():
        if file.name not in needed:
            remove(file)


def harmless_bytes(file: Path) -> bytes:
    """The bytes of a file that may be kept. Raises VaultkitError for one that holds a secret."""
    try:
        data = read_regular(file, LARGEST + 1)
    except OSError as fault:
        raise VaultkitError(f"cannot read {file} ({fault.strerror or fault})", "give the path of a file") from fault
    if len(data) > LARGEST:
        raise VaultkitError(f"{file} is larger than {LARGEST >> 30} GiB", "keep it elsewhere")
    for number, line in enumerate(data.decode("utf-8", "ignore").splitlines(), 1):
        if redact(line) != line:
            raise VaultkitError(f"{file} holds what looks like a secret in line {number}", "take it out first")
    return data
