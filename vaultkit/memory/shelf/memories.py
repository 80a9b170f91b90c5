"""What is remembered and forgotten on request, and the rules and taboos that a session starts with."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Final, Literal, NamedTuple

from vaultkit.errors import UsageError, VaultkitError
from vaultkit.indexing.terms import Where
from vaultkit.memory.shelf.cascade import SUMMARY
from vaultkit.memory.shelf.catalogs import stamp
from vaultkit.memory.shelf.entry import GLOBAL, Content, Knowledge, Statement, clean_content
from vaultkit.memory.shelf.messages import BELONGS
from vaultkit.memory.shelf.names import slug
from vaultkit.memory.shelf.store import Store
from vaultkit.memory.shelf.units import link_to, twin_of

Kind = Literal["rule", "taboo", "memory"]
KINDS: Final[tuple[Kind, ...]] = ("rule", "taboo", "memory")
DERIVED: Final = "derivedFrom"
"""Leads from what was learnt to where it was said."""


class Standing(NamedTuple):
    """What holds from the start of a session."""

    rules: tuple[Knowledge, ...]
    taboos: tuple[Knowledge, ...]


class Removed(NamedTuple):
    """What was forgotten."""

    entries: tuple[str, ...]
    relationships: int


class Wish(NamedTuple):
    """What a user asked to remember."""

    text: str
    kind: Kind = "memory"
    name: str = ""
    """Made of the text if it is empty."""
    links: tuple[tuple[str, str], ...] = ()
    """(predicate, name of an entry)."""
    tags: tuple[str, ...] = ()
    """Beside `memory` and its kind."""


def remember(store: Store, wish: Wish, scopes: Sequence[str], now: datetime) -> Knowledge:
    """Keep it as `<kind>:<name>`, with the statements of what it `is_a` and of its links.

    Raises VaultkitError if the name is taken, or if an entry says the same already.
    """
    if not wish.text.strip():
        raise UsageError("an empty text is nothing to remember", "give it")
    tags = tuple(dict.fromkeys(("memory", wish.kind, *wish.tags)))
    with store.changing():
        content = Content(wish.text.strip(), tags=tags, scopes=tuple(scopes))
        twin = twin_of(store, clean_content(content, now))
        if twin:
            raise VaultkitError(f"{twin!r} says the same already", "nothing is left to remember")
        name = slug(wish.name.removeprefix(f"{wish.kind}:") or wish.text)
        entry = store.create_knowledge(f"{wish.kind}:{name}", content, now)
        link = Statement(entry.name, "is_a", wish.kind, Content(scopes=tuple(scopes)), stamp(now))
        store.create_statement(link, now)
        for predicate, obj in wish.links:
            link_to(store, entry.name, predicate, [obj], scopes[0] if scopes else GLOBAL, now)
    return entry


def standing(store: Store, scope: str) -> Standing:
    """The rules and taboos of a scope and the global ones, oldest first."""
    return Standing(_tagged(store, "rule", scope), _tagged(store, "taboo", scope))


def to_erase(store: Store, names: Iterable[str]) -> list[str]:
    """These entries and, for full erasure, where they were learnt, and all that was learnt or condensed from that."""
    known = [name for name in names if store.number("knowledge", name) is not None]
    sources = _reached(store, known, "object", "subject", (DERIVED,))
    digests = _reached(store, sources, "object", "subject", (BELONGS,))
    return _reached(store, digests, "subject", "object", (DERIVED, SUMMARY))


def planned(store: Store, names: Sequence[str]) -> Removed:
    """What `forget` would remove."""
    there = tuple(name for name in names if store.number("knowledge", name) is not None)
    return Removed(there, len({triple for name in names for triple in about(store, name)}))


def forget(store: Store, names: Sequence[str]) -> Removed:
    """Remove entries with every statement about them, and what deleting leaves behind in the file."""
    with store.changing():
        triples = {triple for name in names for triple in about(store, name)}
        gone = tuple(name for name in names if store.delete("knowledge", name))
        relationships = sum(store.delete("statement", triple) for triple in sorted(triples))
    store.wipe()
    return Removed(gone, relationships)


def about(store: Store, name: str) -> list[str]:
    """The keys of the statements in which an entry is subject or object."""
    query = "SELECT triple FROM statement WHERE subject = :name OR object = :name"
    return [row[0] for row in store.connection.execute(query, {"name": name})]


def _tagged(store: Store, tag: str, scope: str) -> tuple[Knowledge, ...]:
    labels = "number IN (SELECT number FROM label WHERE catalog = 'knowledge' AND kind ="
    where = f"{labels} 'tags' AND value = :tag) AND {labels} 'scopes' AND value IN (:scope, :everywhere))"
    return tuple(store.all_knowledge(Where(where, {"tag": tag, "scope": scope, "everywhere": GLOBAL})))


def _reached(store: Store, names: Sequence[str], wanted: str, known: str, predicates: Sequence[str]) -> list[str]:
    """These entries and those that statements lead to, from the end `known` to the end `wanted`."""
    marks = ", ".join("?" * len(predicates))
    query = (
        f"SELECT {wanted} FROM statement JOIN knowledge ON name = {wanted} WHERE {known} = ? AND predicate IN ({marks})"
    )
    found: dict[str, None] = {}
    ahead = list(reversed(names))
    while ahead:
        name = ahead.pop()
        if name not in found:
            found[name] = None
            ahead += [row[0] for row in store.connection.execute(query, (name, *predicates))]
    return list(found)
