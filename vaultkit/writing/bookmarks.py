"""Obsidian's bookmarks (help: Bookmarks), which name notes by their paths: one that is moved keeps its bookmark."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Final

from extractors.source import decode
from vaultkit.config import Root
from vaultkit.contract.findings import Edit
from vaultkit.writing.change import Change, read_bytes
from vaultkit.writing.edits import apply
from vaultkit.writing.json_tree import Member, read_tree

BOOKMARKS: Final = ".obsidian/bookmarks.json"


def move_bookmarks(root: Root, old: str, new: str) -> tuple[Change | None, int]:
    """What the move of a file changes, None if nothing, and how many bookmarks lead to it. Raises VaultkitError.

    A file that is no JSON is left to Obsidian, which makes a new one in its place.
    """
    if not (root.path / BOOKMARKS).is_file():
        return None, 0
    data = read_bytes(root.path, BOOKMARKS)
    text = decode(data)
    try:
        json.loads(text or "")
    except (ValueError, RecursionError):
        return None, 0
    assert text is not None
    edits = [
        Edit(each.value_start, each.end, json.dumps(new, ensure_ascii=False))
        for each in _paths(read_tree(text))
        if json.loads(text[each.value_start : each.end], strict=False) == old
    ]
    return (Change(BOOKMARKS, data, apply(text, edits).encode("utf-8")) if edits else None), len(edits)


def _paths(tree: Member) -> Iterator[Member]:
    """The strings under the key `path`, in groups of bookmarks as well. A folder is called like no note."""
    pending = [tree]
    while pending:
        member = pending.pop()
        pending += member.members
        if member.step == "path" and member.kind == '"':
            yield member
