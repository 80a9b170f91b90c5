"""Symbolic links of a vault, and those that lead to a note that moves: they lead along."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import NamedTuple

from vaultkit.config import OUT_NAME, Root
from vaultkit.writing.change import Change

_NEVER = frozenset({".git", OUT_NAME})


class Symlink(NamedTuple):
    """One symbolic link."""

    path: str
    """Root-relative."""
    leads_to: str
    """As it is written."""


def symlinks(root: Root) -> list[Symlink]:
    """Every symbolic link of the vault, in hidden folders too, by path."""
    return sorted(_walk(root.path, ""))


def led_along(root: Root, links: Collection[Symlink], old: str, new: str) -> list[Change]:
    """The links that lead to the file `old`, leading to `new`: relative ones stay relative."""
    found = []
    for path, leads_to in links:
        folder = os.path.realpath((root.path / path).parent)
        head, name = os.path.split(os.path.join(folder, leads_to))
        if os.path.join(os.path.realpath(head), name) == str(root.path / old):
            written = os.fsencode(_respelt(leads_to, folder, root.path / old, root.path / new))
            found.append(Change(path, os.fsencode(leads_to), written, kind="symlink"))
    return found


def is_alias(root: Root, path: str, read: Collection[str]) -> bool:
    """Whether a path leads to another file of the vault that is read, and so changed, at its own place."""
    return (root.path / path).is_symlink() and real_path(root, path) in read


def real_path(root: Root, path: str) -> str:
    """The file that a path leads to, root-relative if it lies in the vault."""
    place = Path(os.path.realpath(root.path / path))
    return place.relative_to(root.path).as_posix() if place.is_relative_to(root.path) else str(place)


def _walk(folder: Path, prefix: str) -> Iterator[Symlink]:
    pending = [(folder, prefix)]
    while pending:
        folder, prefix = pending.pop()
        try:
            with os.scandir(folder) as entries:
                for entry in entries:
                    if entry.is_symlink():
                        yield Symlink(prefix + entry.name, os.readlink(entry.path))
                    elif entry.is_dir(follow_symlinks=False) and entry.name not in _NEVER:
                        pending.append((Path(entry.path), f"{prefix}{entry.name}/"))
        except OSError:  # what cannot be listed was said by the scan
            continue


def _respelt(leads_to: str, folder: str, old: Path, new: Path) -> str:
    if old.parent == new.parent:
        return leads_to[: len(leads_to) - len(old.name)] + new.name
    return str(new) if os.path.isabs(leads_to) else os.path.relpath(new, folder)
