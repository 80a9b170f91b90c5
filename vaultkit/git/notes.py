"""The tree of a notes ref: which blob is the note of which commit, however git has spread it over folders."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from vaultkit.errors import VaultkitError
from vaultkit.git.objects import Entry, Reader

_ID: Final = re.compile(r"[0-9a-f]{40}|[0-9a-f]{64}")
_FOLDER: Final = re.compile(rb"[0-9a-f]{2}")


class Notes(NamedTuple):
    """What a notes ref holds."""

    commit: str | None
    """What the ref points to; None if there is no such ref."""
    parents: tuple[str, ...]
    message: str
    notes: dict[str, str]
    """By the commit a note hangs on, the id of its blob."""
    others: tuple[Entry, ...]
    """What else lies in the tree: git keeps it, and so do we."""

    def tree_with(self, commit: str, blob: str, without: str | None = None) -> list[Entry]:
        """The entries of the tree with one note put in place (and that of `without` taken out), without folders."""
        notes = {key: value for key, value in self.notes.items() if key != without} | {commit: blob}
        return [*self.others, *(Entry(key.encode(), value) for key, value in notes.items())]


def read_notes(reader: Reader, ref: str) -> Notes:
    """What a notes ref holds; nothing if there is none. Raises VaultkitError if it points to something else."""
    found = reader.read(ref)
    if found is None:
        return Notes(None, (), "", {}, ())
    commit = reader.commit(found.id)
    if commit is None:
        raise VaultkitError(f"{ref} points to a {found.kind} and no commit", f"remove it: git update-ref -d {ref}")
    notes: dict[str, str] = {}
    others = _collect(reader, reader.tree(commit.tree), "", notes)
    return Notes(commit.id, commit.parents, commit.message, notes, tuple(others))


def _collect(reader: Reader, entries: list[Entry], path: str, notes: dict[str, str]) -> list[Entry]:
    """Put the notes below a folder into `notes`; the entries that are none. Below a folder they are not kept."""
    others: list[Entry] = []
    for entry in entries:
        name = path + entry.name.decode("utf-8", "replace")
        if entry.mode.lstrip("0") == "40000" and _FOLDER.fullmatch(entry.name) and len(name) < 40:
            _collect(reader, reader.tree(entry.id), name, notes)
        elif _ID.fullmatch(name):
            notes[name] = entry.id
        else:
            others.append(entry)
    return others
