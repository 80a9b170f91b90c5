"""Reads and writes git's objects, data by stdin: blobs, trees, commits."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterable, Sequence
from datetime import datetime
from pathlib import Path
from types import TracebackType
from typing import Final, NamedTuple, Self

from vaultkit.clock import now
from vaultkit.errors import VaultkitError
from vaultkit.git.process import ask_git, cannot_run, environment, git_command

_AUTHOR: Final = "vaultkit"
_ADDRESS: Final = "vaultkit@localhost"
_BLOB_MODE: Final = "100644"


class Object(NamedTuple):
    """An object as git keeps it."""

    id: str
    kind: str
    """`blob`, `tree` or `commit`."""
    data: bytes


class Entry(NamedTuple):
    """A line of a tree."""

    name: bytes
    id: str
    mode: str = _BLOB_MODE


class Commit(NamedTuple):
    """What a commit says."""

    id: str
    tree: str
    parents: tuple[str, ...]
    message: str


class Reader:
    """Answers what objects hold, all from one git process."""

    def __init__(self, folder: Path) -> None:
        """Begin reading the repository around a folder. Raises VaultkitError."""
        try:
            self._git = subprocess.Popen(
                git_command(["cat-file", "--batch"]),
                cwd=folder,
                env=environment(),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
            )
        except OSError as fault:
            raise cannot_run(folder, fault) from fault

    def __enter__(self) -> Self:
        """Begin reading."""
        return self

    def __exit__(self, kind: type[BaseException] | None, fault: BaseException | None, at: TracebackType | None) -> None:
        """End the process."""
        if kind is not None:
            self._git.kill()
        self._git.communicate()

    def read(self, name: str) -> Object | None:
        """The object that a name stands for (`refs/notes/x`, `<id>^{tree}`), None without one. Raises VaultkitError."""
        assert self._git.stdin is not None and self._git.stdout is not None
        try:
            self._git.stdin.write(os.fsencode(name) + b"\n")
            self._git.stdin.flush()
            head = self._git.stdout.readline().split(b" ")
        except OSError as fault:
            raise _ended() from fault
        if not head[0]:
            raise _ended()
        if len(head) != 3 or not head[2].strip().isdigit():  # `<name> missing`, `<name> ambiguous`
            return None
        size = int(head[2])
        data = self._git.stdout.read(size + 1)
        if len(data) != size + 1:
            raise _ended()
        return Object(head[0].decode(), head[1].decode(), data[:-1])

    def commit(self, name: str) -> Commit | None:
        """The commit that a name stands for, None without one. Raises VaultkitError."""
        found = self.read(name)
        return None if found is None or found.kind != "commit" else _parse_commit(found)

    def tree(self, name: str) -> list[Entry]:
        """The entries of the tree that a name stands for (`<id>:path`); [] without one. Raises VaultkitError."""
        found = self.read(name)
        return [] if found is None or found.kind != "tree" else _parse_tree(found.data, len(found.id) // 2)


def write_blob(folder: Path, data: bytes) -> str:
    """The id of a blob that holds `data`. Raises VaultkitError."""
    return ask_git(folder, ["hash-object", "-w", "--stdin"], data=data).decode().strip()


def write_tree(folder: Path, entries: Iterable[Entry]) -> str:
    """The id of a tree of these entries. Raises VaultkitError."""
    return write_trees(folder, [entries])[0]


def write_trees(folder: Path, trees: Sequence[Iterable[Entry]]) -> list[str]:
    """The ids of several trees, in their order. Raises VaultkitError."""
    parts = [b"".join(_line(entry) + b"\0" for entry in entries) for entries in trees]
    if len(parts) == 1:
        return ask_git(folder, ["mktree", "-z"], data=parts[0]).decode().split()
    return ask_git(folder, ["mktree", "-z", "--batch"], data=b"\0".join(parts) + b"\0").decode().split()


def write_commit(folder: Path, tree: str, parents: Iterable[str], message: str, at: datetime | None = None) -> str:
    """The id of a commit by vaultkit, made `at` a time or now; nobody's settings are asked. Raises VaultkitError."""
    moment = at or now()
    seconds = max(0, int(moment.timestamp()))  # git knows no time before 1970, and an early one by its @
    stamp = f"@{seconds} {moment.strftime('%z')[:5]}"
    variables = {
        f"GIT_{role}_{what}": value
        for role in ("AUTHOR", "COMMITTER")
        for what, value in (("NAME", _AUTHOR), ("EMAIL", _ADDRESS), ("DATE", stamp))
    }
    named = [word for parent in parents for word in ("-p", parent)]
    data = message.encode("utf-8", "replace")
    return ask_git(folder, ["commit-tree", tree, *named], data=data, variables=variables).decode().strip()


def _line(entry: Entry) -> bytes:
    kind = {"40000": "tree", "160000": "commit"}.get(entry.mode.lstrip("0"), "blob")
    return f"{entry.mode} {kind} {entry.id}\t".encode() + entry.name


def _parse_tree(data: bytes, width: int) -> list[Entry]:
    """The entries of a tree, whose ids are `width` bytes long (gitformat: `mode SP name NUL id`)."""
    entries: list[Entry] = []
    at = 0
    while at < len(data):
        end = data.index(b"\0", at)
        mode, _, name = data[at:end].partition(b" ")
        at = end + 1 + width
        entries.append(Entry(name, data[end + 1 : at].hex(), mode.decode()))
    return entries


def _parse_commit(found: Object) -> Commit:
    head, _, message = found.data.decode("utf-8", "replace").partition("\n\n")
    fields = [line.split(" ", 1) for line in head.split("\n") if not line.startswith(" ")]
    tree = next(value for key, value in fields if key == "tree")
    return Commit(found.id, tree, tuple(value for key, value in fields if key == "parent"), message)


def _ended() -> VaultkitError:
    return VaultkitError("git cat-file ended before it had answered", "run `git fsck`, and try again")
