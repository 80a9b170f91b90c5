"""Changes the memories of a branch in git: all three notes in one step, history kept, other writers waited for."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, NamedTuple, TypeVar

from vaultkit.errors import VaultkitError
from vaultkit.git.notes import Notes, read_notes
from vaultkit.git.objects import Reader, write_blob, write_commit, write_trees
from vaultkit.git.refs import Move, change_refs
from vaultkit.memory.mem.changes import Changed
from vaultkit.memory.mem.entry import Memories
from vaultkit.memory.mem.index import Line, build_index, encode_index, entity_index
from vaultkit.memory.mem.naming import ref_of, with_owner
from vaultkit.memory.mem.store import PARTS, Place, Stored, fresh_index, read_memories

_Answer = TypeVar("_Answer")


class _Base(NamedTuple):
    """What a write goes on top of."""

    notes: dict[str, Notes]
    parents: dict[str, tuple[str, ...]]
    at: str | None


def change_memories(place: Place, change: Callable[[Memories], tuple[Changed, _Answer]], now: datetime) -> _Answer:
    """Change the memories of a branch and return what `change` answers; writers at the same time lose nothing.

    `change` gets the memories and makes new ones of them; it is asked again if another program was faster. Raises
    VaultkitError, and what `change` raises.
    """

    def attempt() -> tuple[list[Move], _Answer]:
        with Reader(place.repository.folder) as reader:
            old = read_memories(reader, place)
            changed, answer = change(dict(old.memories))
            return (_write(reader, place, old, changed, now) if changed.message else []), answer

    return change_refs(place.repository, attempt)


def inherit(place: Place, now: datetime) -> None:
    """Give a branch without memories its own copy of those that it begins with. Raises VaultkitError."""

    def attempt() -> tuple[list[Move], None]:
        with Reader(place.repository.folder) as reader:
            old = read_memories(reader, place)
            notes = _own_notes(reader, place)
            if old.name == place.name or old.at is None:
                return [], None
            return _moves(place, notes, _copy(reader, place, old, now)), None

    change_refs(place.repository, attempt)


def undo(place: Place) -> str:
    """Move the refs of a branch back to before its last write, and return what that was. Raises VaultkitError."""

    def attempt() -> tuple[list[Move], str]:
        with Reader(place.repository.folder) as reader:
            notes = _own_notes(reader, place)
        message = notes["mem"].message
        if notes["mem"].commit is None:
            raise VaultkitError(f"the branch {place.branch} has no memories of its own", "there is nothing to undo")
        back = {part: (each.parents or (None,))[0] for part, each in notes.items() if each.message == message}
        return [Move(ref_of(part, place.name), notes[part].commit, commit) for part, commit in back.items()], message

    return change_refs(place.repository, attempt).partition("\n")[0]


def _write(reader: Reader, place: Place, old: Stored, changed: Changed, now: datetime) -> list[Move]:
    """Where the refs shall point after a change."""
    notes = _own_notes(reader, place)
    base = _Base(notes, {part: _tip(each) for part, each in notes.items()}, old.at)
    message = with_owner(changed.message, place.branch)
    known = fresh_index(reader, old.name, place.root, old.blob)
    if old.name != place.name and old.at is not None:
        base = base._replace(parents={part: (commit,) for part, commit in _copy(reader, place, old, now).items()})
    elif changed.is_remark and notes["mem"].commit is not None:
        base = base._replace(parents={part: each.parents for part, each in notes.items()})
        message = notes["mem"].message
    same = {key: line for key, line in (known.lines if known else {}).items() if _is_same(key, old, changed)}
    fewer = changed.fewer if changed.fewer is not None else known.fewer if known else {}
    mem = write_blob(place.repository.folder, _encode(changed.memories))
    blobs = {"mem": mem, **_derived(place, changed.memories, mem, same, fewer)}
    return _moves(place, notes, _commit(place, base, blobs, message, now))


def _is_same(key: str, old: Stored, changed: Changed) -> bool:
    return key in changed.memories and changed.memories[key] is old.memories.get(key)


def _copy(reader: Reader, place: Place, old: Stored, now: datetime) -> dict[str, str]:
    """Commits that hold what a branch begins with, without a history of its own."""
    known = fresh_index(reader, old.name, place.root, old.blob)
    lines, fewer = (known.lines, known.fewer) if known else ({}, {})
    blobs = {"mem": old.blob, **_derived(place, old.memories, old.blob, lines, fewer)}
    base = _Base(_own_notes(reader, place), dict.fromkeys(PARTS, ()), old.at)
    return _commit(place, base, blobs, with_owner(f"inherit the memories of {old.name}", place.branch), now)


def _derived(
    place: Place, memories: Memories, mem: str, known: Mapping[str, Line], fewer: Mapping[str, int]
) -> dict[str, str]:
    """The blobs of the notes that are made of the memories in the blob `mem`."""
    folder = place.repository.folder
    entities = {"e": {name: {"m": ids, "n": len(ids)} for name, ids in entity_index(memories).items()}}
    index = encode_index(build_index(memories, known, fewer), memories, mem)
    return {"ent": write_blob(folder, _encode(entities)), "idx": write_blob(folder, _encode(index))}


def _commit(place: Place, base: _Base, blobs: dict[str, str], message: str, now: datetime) -> dict[str, str]:
    """A commit for each part, with its note put on the root commit."""
    folder = place.repository.folder
    trees = write_trees(folder, [base.notes[part].tree_with(place.root, blobs[part], base.at) for part in PARTS])
    parts = zip(PARTS, trees, strict=True)
    return {part: write_commit(folder, tree, base.parents[part], message, now) for part, tree in parts}


def _moves(place: Place, notes: dict[str, Notes], commits: dict[str, str]) -> list[Move]:
    return [Move(ref_of(part, place.name), notes[part].commit, commits[part]) for part in PARTS]


def _own_notes(reader: Reader, place: Place) -> dict[str, Notes]:
    return {part: read_notes(reader, ref_of(part, place.name)) for part in PARTS}


def _tip(notes: Notes) -> tuple[str, ...]:
    return () if notes.commit is None else (notes.commit,)


def _encode(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
