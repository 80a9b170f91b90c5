"""A folder of notes that an export keeps up: only what it wrote itself is ever replaced or removed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, NamedTuple

from graph.codec import TOOL, DecodeError, decode_json, encode_json
from vaultkit.disk.contents import read_whole
from vaultkit.disk.files import Staging, make_folder, remove
from vaultkit.errors import VaultkitError
from vaultkit.scanning.entries import EXPORTED

_FREE_NAMES: Final = 1000


class Kept(NamedTuple):
    """What became of the files of the folder."""

    written: tuple[str, ...]
    unchanged: tuple[str, ...]
    removed: tuple[str, ...]
    left: tuple[str, ...]
    """Files in the place of ours that somebody edited or put there: they were left as they are."""


def check_folder(folder: Path, *, force: bool) -> None:
    """Raise VaultkitError if the folder holds files and none of them says that it is ours, and no force."""
    if folder.exists() and not folder.is_dir():
        raise VaultkitError(f"{folder} is a file", "name a folder for the notes")
    if not force and folder.is_dir() and not (folder / EXPORTED).is_file() and any(folder.iterdir()):
        raise VaultkitError(f"{folder} holds other files", "give the notes a folder of their own, or take it: --force")


def keep_up(folder: Path, wanted: Mapping[str, bytes], *, force: bool) -> Kept:
    """Have the folder hold these files. Raises VaultkitError.

    The manifest says by their hashes which files are ours. One that is as we wrote it is replaced or removed, one that
    says already what it should is not touched. Any other is somebody's: left as it is; with `force` it is moved to a
    free name, and ours is written. A killed export is ended by the next one: the manifest names the new hashes before
    the first file changes.
    """
    make_folder(folder)
    ours = _manifest(folder)
    found = {name: _hash(folder / name) for name in {*ours, *wanted}}
    hashes = {name: sha256(data).hexdigest() for name, data in wanted.items()}
    unchanged = [name for name in wanted if found[name] == hashes[name]]
    others = [
        name for name in sorted(found) if found[name] and found[name] not in (*ours.get(name, ()), hashes.get(name))
    ]
    if force:
        for name in others:
            _move_aside(folder / name)
    left = set() if force else set(others)
    written = [name for name in wanted if name not in unchanged and name not in left]
    gone = [name for name in ours if name not in wanted and name not in left and found[name]]
    if written or gone:
        _write_manifest(
            folder, {name: [*ours.get(name, ()), hashes.get(name, "")] for name in {*ours, *written, *unchanged}}
        )
    with Staging(folder) as staging:
        for name in written:
            staging.write(name, [wanted[name]])
        staging.publish()
    for name in gone:
        remove(folder / name)
    _write_manifest(
        folder, {name: [hashes[name]] for name in (*written, *unchanged)} | {n: ours[n] for n in left if n in ours}
    )
    return Kept(tuple(written), tuple(unchanged), tuple(gone), tuple(sorted(left)))


def _manifest(folder: Path) -> dict[str, list[str]]:
    """The hashes of what we wrote last, by name; a manifest that is not as we write them knows nothing."""
    try:
        said: Any = decode_json(read_whole(folder / EXPORTED))
        files = said["files"].items() if said["tool"] == TOOL else ()
        return {str(name): [str(each) for each in hashes] for name, hashes in files if _is_plain(name)}
    except (OSError, DecodeError, TypeError, KeyError, AttributeError):
        return {}


def _is_plain(name: str) -> bool:
    """Whether it is the name of a file in the folder, and no way out of it."""
    return bool(name) and name not in (".", "..") and not set(name) & set("/\\\0")


def _write_manifest(folder: Path, files: Mapping[str, Iterable[str]]) -> None:
    """Write the manifest, unless it says the same already."""
    listed = {name: sorted({each for each in files[name] if each}) for name in sorted(files)}
    data = encode_json({"tool": TOOL, "files": listed}, indent=1) + b"\n"
    try:
        if read_whole(folder / EXPORTED) == data:
            return
    except OSError:
        pass
    with Staging(folder) as staging:
        staging.write(EXPORTED, [data])
        staging.publish()


def _hash(file: Path) -> str:
    """The hash of what is there, "" if nothing is; a folder has a name of its own."""
    if file.is_dir():
        return "folder"
    try:
        return sha256(read_whole(file)).hexdigest()
    except FileNotFoundError:
        return ""
    except OSError as fault:
        raise VaultkitError(f"cannot read {file} ({fault.strerror})", "check its permissions") from fault


def _move_aside(file: Path) -> None:
    for number in range(1, _FREE_NAMES):
        aside = file.with_name(f"{file.stem} (edited {number}){file.suffix}")
        if not aside.exists():
            file.rename(aside)
            return
    raise VaultkitError(f"too many files are called like {file}", "remove those you do not need")
