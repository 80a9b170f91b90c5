"""What an expression says once it is read: a query and its conditions."""

from __future__ import annotations

from typing import Final, NamedTuple

from vaultkit.memory.shelf.catalogs import Catalog

Data = str | int | float | bool | list["Data"] | dict[str, "Data"] | None

TIMES: Final = ("created_at", "tr_start", "tr_end")
"""Fields that hold a time, as ISO 8601 in UTC; None for one that is not set."""
LISTS: Final = ("tags", "scopes", "synonyms", "figures")
"""Fields that hold texts."""
_CONTENT: Final = ("data", "format", *LISTS)
FIELDS: Final[dict[Catalog, tuple[str, ...]]] = {
    "knowledge": ("name", "created_at", *_CONTENT),
    "statement": ("subject", "predicate", "object", "triple", *TIMES, *_CONTENT),
}
"""What can be asked of the entries of a catalogue."""
LIMIT: Final = 100
"""How many entries an answer has unless the expression says otherwise."""


class All(NamedTuple):
    """Every one of the parts holds; none is true."""

    parts: tuple[Condition, ...]


class Any(NamedTuple):
    """One of the parts holds; none is true, as in the original."""

    parts: tuple[Condition, ...]


class Not(NamedTuple):
    """The part does not hold."""

    part: Condition


class Compare(NamedTuple):
    """A field against a value; a field that is not set is neither above nor below anything."""

    operator: str
    """`$eq`, `$ne`, `$gt`, `$lt`, `$gte` or `$lte`."""
    field: str
    value: Data


class Like(NamedTuple):
    """A text, or one of a list, fits a pattern: `%` stands for any characters, `_` for one."""

    field: str
    pattern: str


class Contains(NamedTuple):
    """A list has this element, or a text this part."""

    field: str
    text: str


class Search(NamedTuple):
    """A word of the text stands in the entry, in any inflection."""

    text: str


class Similar(NamedTuple):
    """The entry is one of the nearest in meaning."""

    text: str


class Triple(NamedTuple):
    """A statement of these three; None is any."""

    subject: str | None
    predicate: str | None
    object: str | None


class Hop(NamedTuple):
    """A statement on a way of at most `depth` steps from the subject, over one predicate or (None) any."""

    subject: str
    predicate: str | None
    depth: int


class Unsummarised(NamedTuple):
    """Knowledge with this tag that no `summary` statement has as its object."""

    tag: str


Condition = All | Any | Not | Compare | Like | Contains | Search | Similar | Triple | Hop | Unsummarised


class Query(NamedTuple):
    """A whole expression."""

    catalog: Catalog
    where: All
    limit: int | None = LIMIT
    """None: every entry."""
    offset: int = 0


def direct(where: All) -> list[Condition]:
    """The conditions that must all hold, those inside of `$and` too."""
    flat: list[Condition] = []
    for part in where.parts:
        flat += direct(part) if isinstance(part, All) else [part]
    return flat
