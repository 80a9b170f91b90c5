"""Answers JSE expressions and searches: conditions in SQL, the order by relevance or time, limits last."""

from __future__ import annotations

import json
from collections.abc import Hashable, Sequence
from typing import Final, NamedTuple, TypeVar

from graph.asking.fusion import fused
from graph.asking.rank import rank
from graph.tokens import guess_language, question_terms, terms
from vaultkit.indexing.terms import ANY, CANDIDATES, Where
from vaultkit.memory.shelf.catalogs import KEYS, Catalog
from vaultkit.memory.shelf.entry import LOG_TAGS, Entry, Knowledge
from vaultkit.memory.shelf.jse.parse import parse
from vaultkit.memory.shelf.jse.sql import compile_condition
from vaultkit.memory.shelf.jse.tree import LIMIT, All, Condition, Contains, Hop, Not, Query, Search, Similar, direct
from vaultkit.memory.shelf.store import Store
from vaultkit.memory.shelf.tables import WEIGHTS
from vaultkit.memory.shelf.vectors import Vectors

_MOST: Final = 1_000_000
"""Entries of an answer."""
_ALIKE: Final = 0.5
"""The share of common words from which two entries may say the same."""
_ALIKE_LOOKED_AT: Final = 6
_Ranked = TypeVar("_Ranked", bound=Hashable)


class Answer(NamedTuple):
    """Entries, and whether the limit cut some off."""

    entries: list[Entry]
    more: bool


def ask(store: Store, expression: str, vectors: Vectors) -> Answer:
    """The entries that an expression asks for. Raises ExpressionError and VaultkitError.

    Oldest first, unless a `$search` or `$similar` must hold: then the best first. Limits cut what is left of all
    conditions.
    """
    return answer(store, parse(expression), vectors)


def answer(store: Store, query: Query, vectors: Vectors) -> Answer:
    """The entries that a query asks for."""
    asked = direct(query.where)
    rankers = [each for each in asked if isinstance(each, Search | Similar)]
    rest = tuple(each for each in asked if not isinstance(each, Search | Similar))
    if not rankers:
        where = compile_condition(query.catalog, All(rest), _Sets(store, vectors))
        most = None if query.limit is None else query.limit + 1
        return _cut(store.all_of(query.catalog, where, most, query.offset), query.limit)
    keys = _ranked(store, query, rankers, rest, vectors)[query.offset :]
    return _cut(_fetch(store, query.catalog, keys if query.limit is None else keys[: query.limit + 1]), query.limit)


def search(store: Store, text: str, catalogs: Sequence[Catalog], limit: int = LIMIT, offset: int = 0) -> Answer:
    """The entries in which words of the text stand, best first; those of several catalogues fused by their ranks."""
    limit, offset = min(limit, _MOST), min(offset, _MOST)
    wanted = limit + offset + 1
    queries = [Query(catalog, All((Search(text),)), wanted) for catalog in catalogs]
    lists = [answer(store, query, Vectors(store)).entries for query in queries]
    return _cut(_fused(lists)[offset:], limit)


def alike(store: Store, entry: Knowledge) -> list[str]:
    """The names of knowledge, the log apart, that shares most of its words with an entry: it may say the same."""
    own = _words(entry)
    log = tuple(Not(Contains("tags", tag)) for tag in LOG_TAGS)
    found = answer(store, Query("knowledge", All((Search(entry.content.data), *log)), _ALIKE_LOOKED_AT), Vectors(store))
    near = [each for each in found.entries if isinstance(each, Knowledge) and each.name != entry.name]
    return [each.name for each in near if len(own & _words(each)) >= _ALIKE * len(own | _words(each))]


def similar(
    store: Store, text: str, catalogs: Sequence[Catalog], excluded: Sequence[str], limit: int, vectors: Vectors
) -> Answer:
    """The entries nearest to a text in meaning, those with an excluded tag left out. Raises VaultkitError."""
    limit = min(limit, _MOST)
    where = All((Similar(text), *(Not(Contains("tags", tag)) for tag in excluded)))
    lists = [answer(store, Query(catalog, where, limit + 1), vectors).entries for catalog in catalogs]
    return _cut(_fused(lists), limit)


def _words(entry: Knowledge) -> set[str]:
    return set(terms(entry.content.data, guess_language(entry.content.data)).split())


def _ranked(
    store: Store, query: Query, rankers: list[Search | Similar], rest: tuple[Condition, ...], vectors: Vectors
) -> list[str]:
    """The keys for which all conditions hold, best first."""
    where = compile_condition(query.catalog, All(rest), _Sets(store, vectors)) if rest else ANY
    most = query.limit + query.offset + 1 if query.limit is not None and len(rankers) == 1 else None
    lists: list[list[str]] = []
    for ranker in rankers:
        if isinstance(ranker, Search):
            lists.append(_found(store, query.catalog, ranker.text, where, most))
        else:
            lists.append(vectors.nearest(query.catalog, ranker.text, where, most))
    everywhere = set.intersection(*map(set, lists))
    return [key for key in _fused(lists) if key in everywhere]


def _found(store: Store, catalog: Catalog, text: str, where: Where, most: int | None) -> list[str]:
    groups = question_terms(text, store.languages())
    if not groups:
        return []
    if where is not ANY:
        key = f"{catalog}.{KEYS[catalog]}"
        where = Where(f"EXISTS (SELECT 1 FROM {catalog} WHERE {key} = id AND {where.sql})", where.values)
    index = store.terms[catalog]
    weights = [field.weight for field in WEIGHTS]
    candidates = index.find(groups, weights, where, -1 if most is None else max(most, CANDIDATES))
    return [key for key, _ in rank(candidates, groups, WEIGHTS, index.statistics())]


def _fetch(store: Store, catalog: Catalog, keys: Sequence[str]) -> list[Entry]:
    """The entries of these keys, in their order."""
    where = Where(f"{KEYS[catalog]} IN (SELECT value FROM json_each(:keys))", {"keys": json.dumps(keys)})
    found = {entry.key: entry for entry in store.all_of(catalog, where, None, 0)}
    return [found[key] for key in keys if key in found]


def _fused(lists: Sequence[Sequence[_Ranked]]) -> list[_Ranked]:
    """Several rankings as one."""
    return [each for each, _ in fused(lists)]


def _cut(entries: list[Entry], limit: int | None) -> Answer:
    if limit is None or len(entries) <= limit:
        return Answer(entries, more=False)
    return Answer(entries[:limit], more=True)


class _Sets:
    """What the conditions of one expression ask beside SQL."""

    def __init__(self, store: Store, vectors: Vectors) -> None:
        self._store = store
        self._vectors = vectors

    def words(self, text: str, /) -> list[str]:
        groups = question_terms(text, self._store.languages())
        return sorted(frozenset().union(*groups))

    def nearest(self, catalog: Catalog, text: str, /) -> list[str]:
        return self._vectors.nearest(catalog, text, ANY, LIMIT)

    def walked(self, hop: Hop, /) -> list[str]:
        """Level by level, each name once: circles end."""
        query = "SELECT triple, object FROM statement WHERE subject IN (SELECT value FROM json_each(:names))"
        query += "" if hop.predicate is None else " AND predicate = :predicate"
        seen, frontier, found = {hop.subject}, [hop.subject], []
        for _ in range(hop.depth):
            values = {"names": json.dumps(frontier), "predicate": hop.predicate}
            rows = self._store.connection.execute(query, values).fetchall() if frontier else []
            if not rows:
                break
            found += [triple for triple, _ in rows]
            frontier = sorted({obj for _, obj in rows} - seen)
            seen.update(frontier)
        return found
