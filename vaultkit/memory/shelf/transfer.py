"""Shelves as folders of text: one entry a line, with the archived files and the settings beside it."""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any, Final, NamedTuple

from vaultkit.disk.files import Staging, make_folder
from vaultkit.errors import UsageError, VaultkitError
from vaultkit.indexing.terms import ANY
from vaultkit.memory.shelf.archives import FOLDER, harmless_bytes, keep
from vaultkit.memory.shelf.catalogs import CATALOGS, stamp
from vaultkit.memory.shelf.entry import Content, Entry, Knowledge, Statement, clean_content, clean_name, record
from vaultkit.memory.shelf.settings import FILE as SETTINGS
from vaultkit.memory.shelf.store import Store

ENTRIES: Final = "entries.jsonl"


class Imported(NamedTuple):
    """What an import did."""

    added: int
    same: int
    """Entries that were here already."""
    kept: tuple[str, ...]
    """Keys of which another entry is here, which stays."""


def export(store: Store, folder: Path) -> int:
    """Write a shelf into a folder, which is made if it is missing; how many entries. Raises VaultkitError."""
    make_folder(folder)
    if (folder / ENTRIES).exists():
        raise VaultkitError(f"there is an export in {folder} already", "give an empty folder")
    store.connection.execute("BEGIN")  # one state, whatever others write meanwhile
    try:
        lines = [json.dumps(each, ensure_ascii=False).encode() + b"\n" for each in _records(store)]
    finally:
        store.connection.execute("COMMIT")
    _copy_files(store.folder, folder)
    with Staging(folder) as staging:
        staging.write(ENTRIES, lines)
        staging.publish()
    return len(lines)


def import_from(store: Store, folder: Path) -> Imported:
    """Add the entries of an export to a shelf: all or none. What is here under a key already stays as it is.

    Raises VaultkitError, which names the line that is wrong.
    """
    try:
        text = (folder / ENTRIES).read_text("utf-8")
    except (OSError, ValueError) as fault:
        raise VaultkitError(
            f"there is no export in {folder} ({fault})", f"give the folder with its {ENTRIES}"
        ) from fault
    added = same = 0
    kept: list[str] = []
    _copy_files(folder, store.folder)
    with store.changing():
        for number, line in enumerate(text.split("\n"), 1):
            if not line.strip():
                continue
            entry, embed = _read(number, line)
            old = _present(store, entry)
            if old is None:
                store.put(entry, embed=embed)
                added += 1
            elif old == entry:
                same += 1
            else:
                kept.append(entry.key)
    return Imported(added, same, tuple(kept))


def _records(store: Store) -> Iterator[dict[str, Any]]:
    wishes = {
        (catalog, key): bool(embed)
        for catalog, column in (("knowledge", "name"), ("statement", "triple"))
        for key, embed in store.connection.execute(f"SELECT {column}, embed FROM {catalog} WHERE NOT embed")
    }
    for catalog in CATALOGS:
        for entry in store.all_of(catalog, ANY, None, 0):
            yield record(entry) | ({"embed": False} if (catalog, entry.key) in wishes else {})


def _present(store: Store, entry: Entry) -> Entry | None:
    if isinstance(entry, Knowledge):
        return store.knowledge(entry.name)
    return store.statement(entry.key)


def _read(number: int, line: str) -> tuple[Entry, bool]:
    try:
        told = json.loads(line)
        content = told["content"]
        lists = {key: _texts(content.get(key, [])) for key in ("tags", "scopes", "synonyms", "figures")}
        said = clean_content(Content(content["data"], content["format"], **lists))
        created, embed = _time(told["created_at"]), told.get("embed", True) is True
        if "name" in told:
            return Knowledge(clean_name(told["name"]), said, created), embed
        names = [clean_name(told[key], key) for key in ("subject", "predicate", "object")]
        start, end = (_time(told[key]) if told[key] is not None else None for key in ("tr_start", "tr_end"))
        return Statement(names[0], names[1], names[2], said, created, start, end), embed
    except (ValueError, KeyError, TypeError, AttributeError, OverflowError, RecursionError, UsageError) as fault:
        raise VaultkitError(f"line {number} of {ENTRIES} is no entry ({fault!r})", "correct or remove it") from fault


def _texts(value: Any) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise TypeError(f"{value!r} is no list")
    return tuple(value)


def _time(text: str) -> str:
    return stamp(datetime.fromisoformat(text))


def _copy_files(source: Path, target: Path) -> None:
    """The archived files and the settings that the target lacks."""
    try:
        archived = sorted((source / FOLDER).iterdir()) if (source / FOLDER).is_dir() else []
        for file in archived:
            if file.is_file() and not file.is_symlink():
                data = harmless_bytes(file)
                if hashlib.sha256(data).hexdigest() != file.name:
                    raise VaultkitError(f"{file} is damaged", "export again")
                keep(target / FOLDER / file.name, data)
        if (source / SETTINGS).is_file() and not (target / SETTINGS).exists():
            shutil.copyfile(source / SETTINGS, target / SETTINGS)
    except OSError as fault:
        raise VaultkitError(
            f"cannot copy {fault.filename} ({fault.strerror or fault})", "check the free space"
        ) from fault
