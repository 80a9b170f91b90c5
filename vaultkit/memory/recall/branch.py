"""The memory branch in git: reads its files, adds and removes them by commits, never by a checkout."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from pathlib import Path
from typing import Final, NamedTuple

from vaultkit.errors import VaultkitError
from vaultkit.git.objects import Commit, Entry, Reader, write_blob, write_commit, write_tree
from vaultkit.git.process import TimedOut, Unavailable
from vaultkit.git.refs import Move, change_refs
from vaultkit.git.repository import Repository, open_repository
from vaultkit.memory.recall.memory import Memory, file_name, read_memory, write_memory
from vaultkit.memory.recall.settings import Settings

_FOLDER: Final = "40000"


class Place(NamedTuple):
    """A memory branch, and until when an answer is wanted."""

    repository: Repository
    settings: Settings
    deadline: float
    """Of `time.monotonic()`."""

    @property
    def ref(self) -> str:
        """The full name of the branch."""
        return f"refs/heads/{self.settings.branch}"

    @property
    def folder(self) -> str:
        """Where the memories lie in the branch, with a slash at the end."""
        return self.settings.memory_dir.strip("/") + "/"

    def seconds_left(self) -> float:
        """Until the deadline. Raises TimedOut when it has passed."""
        left = self.deadline - time.monotonic()
        if left <= 0:
            raise TimedOut(f"no answer within {self.settings.time_limit:g} s", "ask more narrowly, or raise time_limit")
        return left


class File(NamedTuple):
    """A file of the branch."""

    name: str
    id: str


def open_branch(folder: Path, settings: Settings) -> Place:
    """The memory branch of the repository around a folder, whether it exists or not. Raises Unavailable."""
    return Place(open_repository(folder), settings, time.monotonic() + settings.time_limit)


def tip(reader: Reader, place: Place) -> Commit:
    """The last commit of the branch. Raises Unavailable if there is no such branch."""
    found = reader.commit(place.ref)
    if found is None:
        raise Unavailable(f"there is no branch {place.settings.branch}", "`vaultkit recall store` begins it")
    return found


def list_files(reader: Reader, place: Place) -> list[File]:
    """The files of the memories, the latest first by their names. Raises Unavailable."""
    entries = reader.tree(f"{tip(reader, place).tree}:{place.folder.rstrip('/')}")
    names = (File(entry.name.decode("utf-8", "replace"), entry.id) for entry in entries if entry.mode != _FOLDER)
    return sorted((file for file in names if file.name.endswith(".md")), reverse=True)


def read_files(reader: Reader, place: Place, files: Iterable[File]) -> Iterator[tuple[File, Memory]]:
    """The memories in files. Raises TimedOut when the time is up."""
    for file in files:
        place.seconds_left()
        found = reader.read(file.id)
        if found is not None:
            yield file, read_memory(found.data, file.name)


def add(place: Place, memory: Memory, message: str, now: datetime) -> None:
    """Add a memory to the branch, which is begun if it is not there. Raises VaultkitError."""
    blob = write_blob(place.repository.folder, write_memory(memory).encode("utf-8", "replace"))

    def change(entries: list[Entry]) -> list[Entry]:
        taken = {entry.name for entry in entries}
        numbers = range(1, len(entries) + 2)
        name = next(name for number in numbers if (name := file_name(memory, number).encode()) not in taken)
        return [*entries, Entry(name, blob)]

    _commit(place, change, message, now)


def remove(place: Place, names: Iterable[str], message: str, now: datetime) -> None:
    """Remove files from the branch; what they held stays in its history. Raises VaultkitError."""
    gone = {name.encode() for name in names}
    _commit(place, lambda entries: [entry for entry in entries if entry.name not in gone], message, now)


def undo(place: Place) -> str:
    """Move the branch back to before its last commit, and return what that said. Raises VaultkitError."""

    def attempt() -> tuple[list[Move], str]:
        with Reader(place.repository.folder) as reader:
            last = tip(reader, place)
        back = last.parents[0] if last.parents else None
        return [Move(place.ref, last.id, back)], last.message.partition("\n")[0]

    return change_refs(place.repository, attempt)


def _commit(place: Place, change: Callable[[list[Entry]], list[Entry]], message: str, now: datetime) -> None:
    folder = place.repository.folder

    def attempt() -> tuple[list[Move], None]:
        with Reader(folder) as reader:
            last = reader.commit(place.ref)
            tree = _with_folder(reader, folder, last.tree if last else "", place.folder.rstrip("/").split("/"), change)
        parents = (last.id,) if last else ()
        commit = write_commit(folder, tree, parents, message, now)
        return [Move(place.ref, last.id if last else None, commit)], None

    change_refs(place.repository, attempt)


def _with_folder(
    reader: Reader, folder: Path, tree: str, path: list[str], change: Callable[[list[Entry]], list[Entry]]
) -> str:
    """The tree with the entries of the folder at `path` changed, and all else as it is."""
    entries = reader.tree(tree) if tree else []
    if not path:
        return write_tree(folder, change(entries))
    name = path[0].encode()
    below = next((entry for entry in entries if entry.name == name), None)
    if below is not None and below.mode.lstrip("0") != _FOLDER:
        raise VaultkitError(f"{path[0]} is a file on the memory branch", "move it away, or set another memory_dir")
    changed = _with_folder(reader, folder, below.id if below else "", path[1:], change)
    return write_tree(folder, [*(entry for entry in entries if entry.name != name), Entry(name, changed, _FOLDER)])
