"""Every note has a list of tags: Obsidian takes a single text as one tag, and no text with commas."""

from __future__ import annotations

import re
from collections.abc import Iterator

from extractors.markdown.tags import is_tag
from vaultkit.contract.contract import Contract
from vaultkit.contract.draft import START, Draft, fix
from vaultkit.contract.findings import Finding, Fix
from vaultkit.contract.view import View
from vaultkit.contract.yaml_edits import as_list


def check(note: Draft, contract: Contract, view: View | None) -> Iterator[Finding]:
    """Tags that are missing, one text, or a text with commas (release notes 1.9.0, 1.9.3)."""
    key = note.key("tags")
    if key is None or (note.frontmatter.data[key] in (None, []) and note.is_sound(key)):
        if not note.broken and note.key("tag") is None:
            listed = ", ".join(f"{name}/.." for name in contract.required)
            place = note.key_place(key) if key else START
            yield note.finding(place, "tags-missing", f"there are no tags; write tags: [{listed}]")
        return
    value = note.frontmatter.data[key]
    if isinstance(value, list) or not note.is_sound(key):
        return
    if not isinstance(value, str):
        if not isinstance(value, bool | int | float):
            yield note.finding(note.place(key), "tags-not-list", "tags are a list of texts; write tags: [..]")
        return
    names = re.split(r"[\s,]+" if "," in value else r"\s+", value.strip(" ,\t"))
    shown = ", ".join(names[:10]) + (", .." if len(names) > 10 else "")
    fixed = _list(note, key, [name.removeprefix("#") for name in names])
    if "," in value:
        message = f"Obsidian does not split this text into tags; write a list: [{shown}]"
        yield note.finding(note.place(key), "tags-comma-string", message, fixed)
    elif value.strip():
        message = f"tags are a list; write tags: [{shown}]"
        yield note.finding(note.place(key), "tags-not-list", message, fixed)


def _list(note: Draft, key: str, names: list[str]) -> Fix | None:
    edit = as_list(note, key, names) if all(map(is_tag, names)) else None
    return fix("makes it a list", key, edit) if edit else None
