"""Each tag is one that Obsidian accepts: a text of letters, digits, `-_/` and symbols, no `#` before it."""

from __future__ import annotations

from collections.abc import Iterator

from extractors.markdown.tags import is_tag
from vaultkit.contract.contract import Contract
from vaultkit.contract.draft import Draft, Item, fix
from vaultkit.contract.findings import Edit, Finding
from vaultkit.contract.view import View


def check(note: Draft, contract: Contract, view: View | None) -> Iterator[Finding]:
    """Items that are empty, no texts, or no tags (help: Tags)."""
    key = note.key("tags")
    if key is None or not note.is_sound(key) or note.frontmatter.data[key] is None:
        return
    for item in note.items(key):
        if isinstance(item.value, str):
            if "," not in item.value:
                yield from _of_text(note, key, item)
        elif item.value is None:
            yield note.finding(item.place, "tag-null", "this item is empty; write a tag or remove the line")
        else:
            raw = note.raw(item.place).partition("\n")[0][:60]
            message = f"{raw} is no tag: a tag is a text with at least one letter, as in year/y2024"
            yield note.finding(item.place, "tag-not-text", message)


def _of_text(note: Draft, key: str, item: Item) -> Iterator[Finding]:
    written = str(item.value).strip()
    name = written.removeprefix("#")
    if name != written:
        raw = note.raw(item.place)
        at = item.place.start + raw.find("#")
        fixed = fix("removes the #", key, Edit(at, at + 1, "")) if raw.count("#") == 1 and is_tag(name) else None
        yield note.finding(item.place, "tag-with-hash", f"write the tag without #: {name}", fixed)
    if not name:
        yield note.finding(item.place, "tag-null", "this item is empty; write a tag or remove the line")
    elif is_tag(name):
        return
    elif is_tag(name.replace("/", "")) and "" in name.split("/"):
        message = f"`{name}` has an empty part; write something on both sides of each `/`"
        yield note.finding(item.place, "tag-empty-segment", message)
    elif " " in name and not isinstance(note.frontmatter.data[key], list):
        return
    else:
        message = f"{name!r} is no tag; use letters, digits, - and _ and at least one letter, no blanks"
        yield note.finding(item.place, "tag-invalid", message)
