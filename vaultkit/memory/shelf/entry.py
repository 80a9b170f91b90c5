"""What lies on a shelf: knowledge under a name, statements of three names, both with the same kind of content."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any, Final, NamedTuple

from graph.text import well_formed
from vaultkit.errors import UsageError
from vaultkit.memory.dates import absolute_dates
from vaultkit.memory.redact import redact
from vaultkit.memory.shelf.catalogs import Catalog

LOG_TAGS: Final = ("message", "summary", "session")
"""Of what the log is made of: what was said, not what is known."""
GLOBAL: Final = ""
"""The scope of what holds everywhere."""
GLOBAL_LABEL: Final = "(global)"
"""How that scope is shown to people."""
_MESSAGE: Final = re.compile(r"msg-(.+)-(\d{1,12})", re.DOTALL)


class Content(NamedTuple):
    """What an entry says."""

    data: str = ""
    format: str = "markdown"
    tags: tuple[str, ...] = ()
    scopes: tuple[str, ...] = ()
    synonyms: tuple[str, ...] = ()
    figures: tuple[str, ...] = ()


class Knowledge(NamedTuple):
    """An entry under a name."""

    name: str
    content: Content
    created_at: str

    @property
    def key(self) -> str:
        """What no two entries share."""
        return self.name


class Statement(NamedTuple):
    """A fact of three names, true from `tr_start` to `tr_end` if they are set."""

    subject: str
    predicate: str
    object: str
    content: Content
    created_at: str
    tr_start: str | None = None
    tr_end: str | None = None

    @property
    def names(self) -> tuple[str, str, str]:
        """Subject, predicate, object."""
        return self.subject, self.predicate, self.object

    @property
    def key(self) -> str:
        """The three names as a row of CSV."""
        return triple(*self.names)


Entry = Knowledge | Statement


def catalog_of(entry: Entry) -> Catalog:
    """The catalogue an entry stands in."""
    return "knowledge" if isinstance(entry, Knowledge) else "statement"


def record(entry: Entry) -> dict[str, Any]:
    """An entry as it is printed; lists that are empty are left out."""
    content = entry.content
    told: dict[str, Any] = {"format": content.format, "data": content.data}
    told |= {name: list(value) for name, value in content._asdict().items() if isinstance(value, tuple) and value}
    if isinstance(entry, Knowledge):
        return {"name": entry.name, "content": told, "created_at": entry.created_at}
    times = {"created_at": entry.created_at, "tr_start": entry.tr_start, "tr_end": entry.tr_end}
    return {"subject": entry.subject, "predicate": entry.predicate, "object": entry.object, "content": told, **times}


def triple(subject: str, predicate: str, obj: str) -> str:
    """Three names as a row of CSV (RFC 4180)."""
    row = io.StringIO()
    csv.writer(row, lineterminator="").writerow((subject, predicate, obj))
    return row.getvalue()


def turn_of(name: str) -> tuple[str, int] | None:
    """The session and the turn in the name of a message, `msg-<session>-<turn>`."""
    found = _MESSAGE.fullmatch(name)
    return (found[1], int(found[2])) if found else None


def clean(text: str) -> str:
    """A text as it may be kept: without secrets, and without what is no character."""
    return redact(well_formed(text).replace("\0", "\N{REPLACEMENT CHARACTER}"))


def clean_name(name: str, what: str = "name") -> str:
    """A name as it may be kept. Raises UsageError if it is empty."""
    cleaned = clean(name).strip()
    if not cleaned:
        raise UsageError(f"an empty {what} names nothing", "give one")
    return cleaned


def clean_content(content: Content, now: datetime | None = None) -> Content:
    """Content as it may be kept: every text without secrets, and if it is written `now`, the data with absolute dates.

    Raises UsageError.
    """
    lists = {name: _cleaned(value) for name, value in content._asdict().items() if isinstance(value, tuple)}
    scopes = (GLOBAL,) if GLOBAL in content.scopes else ()
    lists["scopes"] = (*(scope for scope in lists["scopes"] if scope != GLOBAL), *scopes)
    if GLOBAL_LABEL in lists["scopes"]:
        raise UsageError(f"{GLOBAL_LABEL} is how the global scope is shown, not its value", 'write --scopes ","')
    data = absolute_dates(content.data, now) if now else content.data
    return Content(clean(data), clean(content.format), **lists)


def parse_scopes(text: str) -> tuple[str, ...]:
    """The scopes of `a,b`; a trailing comma adds the global one, `,` is that one alone, an empty text none."""
    return _unique(part.strip() for part in text.split(",")) if text.strip() else ()


def parse_list(text: str) -> tuple[str, ...]:
    """The texts of `a,b`, of a JSON list, or of the lists in a JSON object. Raises UsageError on other JSON."""
    if not text.lstrip().startswith(("[", "{")):
        return _unique(filter(None, (part.strip() for part in text.split(","))))
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as fault:
        raise UsageError(f"{text!r} is neither a list nor JSON ({fault})", 'write a,b or ["a", "b"]') from fault
    groups = value.values() if isinstance(value, dict) else [value]
    texts = [item for group in groups for item in (group if isinstance(group, list) else [group])]
    if not all(isinstance(item, str) for item in texts):
        raise UsageError(f"{text!r} holds more than texts", 'write ["a", "b"]')
    return _unique(filter(None, (item.strip() for item in texts)))


def _cleaned(values: Sequence[str]) -> tuple[str, ...]:
    return _unique(filter(None, (clean(value).strip() for value in values)))


def _unique(values: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(values))
