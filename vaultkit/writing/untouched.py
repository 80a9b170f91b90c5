"""What a change of notes does not reach, so that it can be said: files that are no text, links out of the vault."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable
from pathlib import Path
from typing import Final

from extractors.texts.readable import is_read
from graph.model import Fragment, Problem
from vaultkit.config import Root
from vaultkit.writing.symlinks import Symlink

_UNREAD: Final = frozenset({"encoding", "unreadable"})


def unfollowed(root: Root, links: Collection[Symlink], what: str) -> list[Problem]:
    """One remark on the links to notes, or folders of them, out of the vault, if there are any: nothing there changes.

    `what` is what was not looked for there.
    """
    outside = [path for path, _ in links if _leads_out(root, path)]
    if not outside:
        return []
    more = f" (and {len(outside) - 1:,} more)" if len(outside) > 1 else ""
    message = f"this symbolic link{more} leads out of the vault and was not followed; {what} there stay as they are"
    return [Problem(outside[0], 0, 0, "info", "symlink", message)]


def unread(fragments: Iterable[Fragment], what: str) -> list[Problem]:
    """One remark on the notes that could not be read, if there are any."""
    paths = [each.source_file for each in fragments if any(problem.rule in _UNREAD for problem in each.problems)]
    if not paths:
        return []
    more = f" (and {len(paths) - 1:,} more)" if len(paths) > 1 else ""
    message = f"this file{more} could not be read; {what} in there stay as they are (`vaultkit check` says why)"
    return [Problem(paths[0], 0, 0, "info", "unread", message)]


def _leads_out(root: Root, path: str) -> bool:
    place = Path(os.path.realpath(root.path / path))
    if place.is_relative_to(root.path) or any(part.startswith(".") for part in path.split("/")):
        return False
    return place.is_dir() or (place.is_file() and is_read(path))
