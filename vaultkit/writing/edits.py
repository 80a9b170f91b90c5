"""Minimal edits of a text, by offsets; and what they come to, as a diff."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

from vaultkit.contract.findings import Edit


def apply(text: str, edits: Iterable[Edit]) -> str:
    """The text with the edits done; their offsets are those of `text`. Raises ValueError if two overlap."""
    parts, at = [], 0
    for edit in sorted(edits):
        if edit.start < at:
            raise ValueError(f"two edits overlap at {edit.start}")
        parts += [text[at : edit.start], edit.text]
        at = edit.end
    return "".join([*parts, text[at:]])


def unified(old: str, new: str, old_path: str, new_path: str) -> str:
    """The difference of two texts as git prints it, three lines of context.

    A new file has no old path, one that goes no new one.
    """
    before = _name(f"a/{old_path}") if old_path else "/dev/null"
    after = _name(f"b/{new_path}") if new_path else "/dev/null"
    lines = difflib.unified_diff(_lines(old), _lines(new), before, after)
    ended = (line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines)
    return "".join(ended)


def _name(path: str) -> str:
    """A file name as git writes it: a tab tells where one with blanks ends."""
    return path + "\t" if " " in path else path


def _lines(text: str) -> list[str]:
    """Lines at `\\n` alone: `splitlines` also breaks at characters that end no line in a note."""
    lines = text.split("\n")
    return [line + "\n" for line in lines[:-1]] + ([lines[-1]] if lines[-1] else [])
