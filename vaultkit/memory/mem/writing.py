"""Changes the memories of a branch in git: all three notes in one step, history kept, other writers waited for."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, TypeVar

from vaultkit.errors import VaultkitError
from vaultkit.git.notes import Notes, read_notes
from vaultkit.git.objects import Reader, write_blob, write_commit, write_trees
from vaultkit.git.refs import Move, change_refs
from vaultkit.memory.mem.changes import Changed
from vaultkit.memory.mem.entry import Memories
from vaultkit.memory.mem.index import Line, build_index, encode_index, entity_index
from vaultkit.memory.mem.naming import find_name, ref_of, with_owner
from vaultkit.memory.mem.store import PARTS, Place, fresh_index, read_memories

_Answer = TypeVar("_Answer")


def change_memories(place: Place, change: Callable[[Memories], tuple[Changed, _Answer]], now: datetime) -> _Answer:
    """Change the memories of a branch and return what `change` answers; writers at the same time lose nothing.

    `change` gets the memories and makes new ones of them; it is asked again if another program was faster. Raises
    VaultkitError, and what `change` raises.
    """

    def attempt() -> tuple[list[Move], _Answer]:
        with Reader(place.repository.folder) as reader:
            writer = _Writer(reader, place, now)
            changed, answer = change(dict(writer.old.memories))
            return (writer.change(changed) if changed.message else []), answer

    return change_refs(place.repository, attempt)


def inherit(place: Place, now: datetime) -> None:
    """Give a branch without memories its own copy of those that it begins with. Raises VaultkitError."""

    def attempt() -> tuple[list[Move], None]:
        with Reader(place.repository.folder) as reader:
            heir = _heir(reader, place, now)
            return heir.inherit() if heir else [], None

    with Reader(place.repository.folder) as reader:
        is_due = _heir(reader, place, now) is not None
    if is_due:
        change_refs(place.repository, attempt)


def _heir(reader: Reader, place: Place, now: datetime) -> _Writer | None:
    """Who writes for a branch that is to have a copy of its own; None if it has one, or there is nothing to copy."""
    if reader.commit(ref_of("mem", find_name(reader, place.branch))) is not None:
        return None
    writer = _Writer(reader, place, now)
    return writer if writer.is_inherited() else None


def undo(place: Place) -> str:
    """Move the refs of a branch back to before its last write, and return what that was. Raises VaultkitError."""

    def attempt() -> tuple[list[Move], str]:
        with Reader(place.repository.folder) as reader:
            notes = _read_parts(reader, place)
        message = notes["mem"].message
        if notes["mem"].commit is None:
            raise VaultkitError(f"the branch {place.branch} has no memories of its own", "there is nothing to undo")
        back = {part: (each.parents or (None,))[0] for part, each in notes.items() if each.message == message}
        return [Move(ref_of(part, place.name), notes[part].commit, commit) for part, commit in back.items()], message

    return change_refs(place.repository, attempt).partition("\n")[0]


class _Writer:
    """One attempt to write what a branch shall remember: makes the objects and says where the refs shall point."""

    def __init__(self, reader: Reader, place: Place, now: datetime) -> None:
        self._place = place._replace(name=find_name(reader, place.branch))  # it may have been taken meanwhile
        self._now = now
        self._notes = _read_parts(reader, self._place)  # before the memories: what is read later is never older
        self.old = read_memories(reader, self._place)
        self._index = fresh_index(reader, self.old.name, place.root, self.old.blob) if self.old.at else None

    def change(self, changed: Changed) -> list[Move]:
        """Put a change on top of what there is."""
        tip = {part: _below(notes.commit) for part, notes in self._notes.items()}
        message = changed.message
        if self.is_inherited():
            tip = {part: _below(commit) for part, commit in self._copy().items()}
        elif changed.is_remark and self._notes["mem"].commit is not None:
            tip = {part: notes.parents for part, notes in self._notes.items()}
            message = self._notes["mem"].message.partition("\n")[0]
        lines = self._index.lines if self._index else {}
        same = {key: line for key, line in lines.items() if changed.memories.get(key) is self.old.memories.get(key)}
        fewer = changed.fewer if changed.fewer is not None else self._index.fewer if self._index else {}
        mem = write_blob(self._place.repository.folder, _encode(changed.memories))
        return self._moves(self._commit({"mem": mem, **self._derive(changed.memories, mem, same, fewer)}, tip, message))

    def inherit(self) -> list[Move]:
        """Give the branch its own copy of what it begins with."""
        return self._moves(self._copy())

    def is_inherited(self) -> bool:
        """Whether what the branch remembers is that of another, with which it begins."""
        return self.old.at is not None and self.old.name != self._place.name

    def _copy(self) -> dict[str, str]:
        """Commits that hold what the branch begins with, without a history."""
        lines, fewer = (self._index.lines, self._index.fewer) if self._index else ({}, {})
        blobs = {"mem": self.old.blob, **self._derive(self.old.memories, self.old.blob, lines, fewer)}
        return self._commit(blobs, dict.fromkeys(PARTS, ()), f"inherit the memories of {self.old.name}")

    def _derive(
        self, memories: Memories, mem: str, known: Mapping[str, Line], fewer: Mapping[str, int]
    ) -> dict[str, str]:
        """The blobs of the notes that are made of the memories in the blob `mem`."""
        folder = self._place.repository.folder
        entities = {"e": {name: {"m": ids, "n": len(ids)} for name, ids in entity_index(memories).items()}}
        index = encode_index(build_index(memories, known, fewer), memories, mem)
        return {"ent": write_blob(folder, _encode(entities)), "idx": write_blob(folder, _encode(index))}

    def _commit(self, blobs: dict[str, str], parents: Mapping[str, tuple[str, ...]], message: str) -> dict[str, str]:
        """A commit for each part, with its note put on the root commit."""
        folder, root = self._place.repository.folder, self._place.root
        trees = write_trees(folder, [self._notes[part].tree_with(root, blobs[part], self.old.at) for part in PARTS])
        told = with_owner(message, self._place.branch)
        parts = zip(PARTS, trees, strict=True)
        return {part: write_commit(folder, tree, parents[part], told, self._now) for part, tree in parts}

    def _moves(self, commits: dict[str, str]) -> list[Move]:
        return [Move(ref_of(part, self._place.name), self._notes[part].commit, commits[part]) for part in PARTS]


def _read_parts(reader: Reader, place: Place) -> dict[str, Notes]:
    return {part: read_notes(reader, ref_of(part, place.name)) for part in PARTS}


def _below(commit: str | None) -> tuple[str, ...]:
    """The parents of a commit on top of one, or of none."""
    return () if commit is None else (commit,)


def _encode(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
