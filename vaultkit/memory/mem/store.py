"""Reads the memories of a branch from git: notes on the root commit.

`mem` is the truth; `ent` and `idx` are made of it, and `idx` says of which blob, so that nobody believes a stale one.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final, NamedTuple

from vaultkit.errors import VaultkitError
from vaultkit.git.notes import Notes, read_notes
from vaultkit.git.objects import Reader
from vaultkit.git.refs import list_refs
from vaultkit.git.repository import (
    FIRST_COMMIT,
    NoRepository,
    Repository,
    init_repository,
    open_repository,
    root_commit,
)
from vaultkit.memory.mem.entry import Entry, Memories
from vaultkit.memory.mem.index import Index, build_index, decode_index
from vaultkit.memory.mem.naming import ROOTS, find_name, name_in, ref_of

PARTS: Final = ("mem", "ent", "idx")
"""The notes of a branch: its memories, their entities, their compact index."""
_DEFAULTS: Final[Entry] = {"d": None, "e": [], "t": "info", "g": [], "i": "n", "b": "", "c": "", "u": "", "a": 0}


class Place(NamedTuple):
    """Where the memories of a branch lie."""

    repository: Repository
    root: str
    """The commit that the notes hang on."""
    branch: str
    name: str
    """What the branch is called in the names of refs."""


class Stored(NamedTuple):
    """Memories as they lie in git."""

    name: str
    """The name under which they lie: that of another branch if these are what a branch begins with."""
    memories: Memories
    notes: Notes
    at: str | None
    """The commit that they hang on: another than the root if that was rewritten. None without memories."""
    blob: str
    """Their note, "" without one."""


def find_place(folder: Path, *, init: bool = False) -> Place:
    """Where the memories of the branch lie that a folder is on. Raises VaultkitError without a repository or commit."""
    try:
        repository = init_repository(folder) if init else open_repository(folder)
    except NoRepository as fault:
        raise VaultkitError(f"{fault} and `{FIRST_COMMIT}`, or add --init") from fault
    root = root_commit(repository)
    with Reader(folder) as reader:
        branch = repository.branch or _default_branch(reader)
        return Place(repository, root, branch, find_name(reader, branch))


def recall_all(place: Place) -> Memories:
    """The memories of a branch, or those that it begins with. Raises VaultkitError if they cannot be read."""
    with Reader(place.repository.folder) as reader:
        return read_memories(reader, place).memories


def read_memories(reader: Reader, place: Place) -> Stored:
    """The memories of a branch, or those that it begins with. Raises VaultkitError if they cannot be read."""
    name = _name_read(reader, place)
    return read_stored(reader, name, place.root)


def read_stored(reader: Reader, name: str, root: str) -> Stored:
    """The memories under a name; {} if there are none. Raises VaultkitError if they cannot be read."""
    notes = read_notes(reader, ref_of("mem", name))
    at = _place_of(notes, root)
    if at is None:
        return Stored(name, {}, notes, None, "")
    blob = notes.notes[at]
    found = reader.read(blob)
    return Stored(name, _decode(found.data if found else b"", name), notes, at, blob)


def read_index(place: Place) -> Index:
    """The index of the memories of a branch, from its note if that is fresh. Raises VaultkitError."""
    with Reader(place.repository.folder) as reader:
        name = _name_read(reader, place)
        notes = read_notes(reader, ref_of("mem", name))
        at = _place_of(notes, place.root)
        known = fresh_index(reader, name, place.root, notes.notes[at]) if at else None
        return known or build_index(read_stored(reader, name, place.root).memories, {}, {})


def fresh_index(reader: Reader, name: str, root: str, blob: str) -> Index | None:
    """The index under a name if it was made of the memories in a blob. Raises VaultkitError."""
    notes = read_notes(reader, ref_of("idx", name))
    at = _place_of(notes, root)
    found = reader.read(notes.notes[at]) if at else None
    try:
        return decode_index(json.loads(found.data), blob) if found else None
    except ValueError:
        return None


def list_names(repository: Repository) -> list[str]:
    """The names under which there are memories. Raises VaultkitError."""
    return [name_in(ref.name) for ref in list_refs(repository, "refs/notes/mem-*")]


def _name_read(reader: Reader, place: Place) -> str:
    """The name from which a branch reads: its own, else that of the first branch it could begin with."""
    candidates = dict.fromkeys((place.name, *ROOTS))
    return next((name for name in candidates if reader.commit(ref_of("mem", name)) is not None), place.name)


def _place_of(notes: Notes, root: str) -> str | None:
    """The commit that the memories hang on: the root, else, if history was rewritten, the one there is."""
    return root if root in notes.notes else next(iter(sorted(notes.notes)), None)


def _default_branch(reader: Reader) -> str:
    """The branch whose memories a detached HEAD uses."""
    existing = (name for name in ROOTS if reader.read(f"refs/heads/{name}") is not None)
    return next(existing, ROOTS[0])


def _decode(data: bytes, name: str) -> Memories:
    """The memories in a note. What another program left out of one is filled in."""
    try:
        value: Any = json.loads(data)
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, dict) or not all(isinstance(entry, dict) for entry in value.values()):
        what = f"the memories in {ref_of('mem', name)} are no JSON object of memories"
        raise VaultkitError(what, f"on the branch {name}, `vaultkit mem undo` goes back to the write before")
    return {key: entry if len(entry) >= len(_DEFAULTS) else {**_DEFAULTS, **entry} for key, entry in value.items()}
