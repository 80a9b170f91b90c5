"""Compiles conditions to SQL. Every value becomes a parameter; only names from our own tables are written into it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import singledispatchmethod
from typing import Final, NamedTuple, Protocol

from vaultkit.indexing.terms import Where, ids_with
from vaultkit.memory.shelf.catalogs import KEYS, Catalog, canonical
from vaultkit.memory.shelf.jse.tree import (
    LISTS,
    All,
    Any,
    Compare,
    Condition,
    Contains,
    Data,
    Hop,
    Like,
    Not,
    Search,
    Similar,
    Triple,
    Unsummarised,
)

_LABELS: Final = ("tags", "scopes")
"""Lists whose elements have a row of their own in `label`."""
_ORDER: Final = {"$gt": ">", "$lt": "<", "$gte": ">=", "$lte": "<="}


class Sets(Protocol):
    """What SQL cannot say of its own."""

    def words(self, text: str, /) -> Sequence[str]:
        """The terms of which one must stand in an entry that a text is searched in."""

    def nearest(self, catalog: Catalog, text: str, /) -> Sequence[str]:
        """The keys of the entries nearest in meaning."""

    def walked(self, hop: Hop, /) -> Sequence[str]:
        """The keys of the statements on the ways from a subject."""


def compile_condition(catalog: Catalog, condition: Condition, sets: Sets) -> Where:
    """The condition as SQL over the table of the catalogue: true or false, never unknown."""
    compiler = _Compiler(catalog, sets)
    return Where(compiler.sql(condition), compiler.values)


class _Compiler:
    def __init__(self, catalog: Catalog, sets: Sets) -> None:
        self._catalog = catalog
        self._sets = sets
        self.values: dict[str, str | int] = {}

    @singledispatchmethod
    def sql(self, condition: NamedTuple) -> str:
        raise TypeError(condition)

    def _value(self, value: str | int) -> str:
        name = f"v{len(self.values)}"
        self.values[name] = value
        return f":{name}"

    def _column(self, field: str) -> str:
        return f"{self._catalog}.{field}"

    def _among(self, keys: Sequence[str]) -> str:
        listed = self._value(json.dumps(list(keys)))
        return f"{self._column(KEYS[self._catalog])} IN (SELECT value FROM json_each({listed}))"

    @sql.register
    def _all(self, condition: All) -> str:
        return _balanced([self.sql(part) for part in condition.parts], "AND")

    @sql.register
    def _any(self, condition: Any) -> str:
        return _balanced([self.sql(part) for part in condition.parts], "OR")

    @sql.register
    def _not(self, condition: Not) -> str:
        return f"NOT {self.sql(condition.part)}"

    @sql.register
    def _compare(self, condition: Compare) -> str:
        column, value = self._column(condition.field), condition.value
        if condition.operator in _ORDER:
            return f"ifnull({column} {_ORDER[condition.operator]} {self._value(str(value))}, 0)"
        equal = self._equal(condition.field, column, value)
        return equal if condition.operator == "$eq" else f"NOT {equal}"

    def _equal(self, field: str, column: str, value: Data) -> str:
        if value is None:
            return f"({column} IS NULL)"
        if field in LISTS:
            return f"({column} = {self._value(canonical(value))})" if isinstance(value, list) else "0"
        return f"({column} IS {self._value(value)})" if isinstance(value, str) else "0"

    @sql.register
    def _like(self, condition: Like) -> str:
        column, pattern = self._column(condition.field), self._value(_glob(condition.pattern))
        if condition.field in LISTS:
            return f"EXISTS (SELECT 1 FROM json_each({column}) WHERE value GLOB {pattern})"
        return f"ifnull({column} GLOB {pattern}, 0)"

    @sql.register
    def _contains(self, condition: Contains) -> str:
        field, column = condition.field, self._column(condition.field)
        if field in _LABELS:
            return (
                f"{self._catalog}.number IN (SELECT number FROM label WHERE catalog = {self._value(self._catalog)}"
                f" AND kind = {self._value(field)} AND value = {self._value(condition.text)})"
            )
        text = self._value(condition.text)
        if field in LISTS:
            return f"EXISTS (SELECT 1 FROM json_each({column}) WHERE value = {text})"
        return f"ifnull(instr({column}, {text}) > 0, 0)"

    @sql.register
    def _search(self, condition: Search) -> str:
        asked = self._value(canonical(list(self._sets.words(condition.text))))
        return f"{self._column(KEYS[self._catalog])} IN ({ids_with(f'{self._catalog}_', asked)})"

    @sql.register
    def _similar(self, condition: Similar) -> str:
        return self._among(self._sets.nearest(self._catalog, condition.text))

    @sql.register
    def _triple(self, condition: Triple) -> str:
        parts = [
            f"{self._column(field)} = {self._value(value)}"
            for field, value in condition._asdict().items()
            if value is not None
        ]
        return _balanced(parts, "AND")

    @sql.register
    def _hop(self, condition: Hop) -> str:
        return self._among(self._sets.walked(condition))

    @sql.register
    def _unsummarised(self, condition: Unsummarised) -> str:
        return f"{self._catalog}.number IN (SELECT number FROM waiting WHERE tag = {self._value(condition.tag)})"


def _balanced(parts: Sequence[str], operator: str) -> str:
    """The parts joined as a tree that is as flat as can be: SQLite reads at most 1,000 levels (limits.html, 5)."""
    if not parts:
        return "1"
    if len(parts) == 1:
        return parts[0]
    middle = len(parts) // 2
    return f"({_balanced(parts[:middle], operator)} {operator} {_balanced(parts[middle:], operator)})"


def _glob(pattern: str) -> str:
    """A LIKE pattern as one of GLOB, which tells upper from lower case."""
    signs = {"%": "*", "_": "?", "*": "[*]", "?": "[?]", "[": "[[]"}
    return "".join(signs.get(character, character) for character in pattern)
