"""A file is about to be edited: earlier lines of a journal note stay as they are. Everything else passes."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime
from typing import Final

from vaultkit.errors import VaultkitError
from vaultkit.hooks.event import Answer, Change, Event
from vaultkit.hooks.roots import absolute, places_of

_QUOTES: Final = str.maketrans("\u2018\u2019\u201c\u201d", "''\"\"")
"""Claude Code takes a straight quote in the text to be found for a curly one."""

_LONGEST: Final = 1 << 26
"""Bytes of a note that are looked at."""


def answers(event: Event, now: datetime) -> Iterator[Answer]:
    """The refusal of an edit that changes or removes what a journal note holds."""
    for change in event.changes:
        if change.path.lower().endswith(".md"):
            with suppress(VaultkitError):  # a broken configuration is told after the edit
                if reason := _reason(absolute(change.path, event.folder), change):
                    yield Answer(refusal=reason)
                    return


def _reason(path: str, change: Change) -> str:
    places = [place for place in places_of(path) if place.kind == "vault"]
    if not places:
        return ""
    from pathlib import Path

    from vaultkit.daily import read_daily  # only a note of a vault can be one of its journal

    journal = next((each for each in places if read_daily(Path(each.root)).day(each.path) is not None), None)
    line = changed_line(_read(path), change) if journal else 0
    if not journal or not line:
        return ""
    return (
        f"{journal.path} is a journal note, which is append only: this edit changes or removes its line {line}."
        " Add lines at the end of the note and leave those above as they are, or write an entry with:"
        ' vaultkit journal "TEXT"'
    )


def changed_line(old: str | None, change: Change) -> int:
    """The number of the first line of a text that would not be there afterwards as it is; 0 if all stay.

    Kinds of line ends and empty lines at the end do not count. An edit that does not fit the text changes nothing.
    """
    if old is None:
        return 0
    before = _plain(old)
    after = _plain(change.content) if change.content is not None else _replaced(before, change)
    lines, left = before.rstrip("\n").split("\n"), after.split("\n")
    if lines == [""]:
        return 0
    kept = next((number for number, line in enumerate(lines) if left[number : number + 1] != [line]), None)
    return 0 if kept is None else kept + 1


def _replaced(text: str, change: Change) -> str:
    """The text after every replacement; as it was if one of them does not fit, as the host then refuses the edit."""
    after = text
    for old, new, everywhere in change.replacements:
        old, new = _plain(old), _plain(new)
        if not old:
            if after:
                return text
            after = new
            continue
        found = after.find(old)
        if found < 0:
            found = after.translate(_QUOTES).find(old.translate(_QUOTES))
            if found < 0:
                return text
            old = after[found : found + len(old)]
        after = after.replace(old, new) if everywhere else after[:found] + new + after[found + len(old) :]
    return after


def _plain(text: str) -> str:
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


def _read(path: str) -> str | None:
    """The text of a file, None if there is none to be read."""
    from pathlib import Path

    from vaultkit.disk.contents import read_regular

    try:
        return read_regular(Path(path), _LONGEST).decode("utf-8", "surrogateescape")
    except OSError:
        return None
