"""Reads a JSE expression into its tree."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Final, NamedTuple

from vaultkit.memory.shelf.catalogs import Catalog, stamp
from vaultkit.memory.shelf.jse.json_text import ExpressionError, Item, plain, read
from vaultkit.memory.shelf.jse.tree import (
    FIELDS,
    LIMIT,
    LISTS,
    TIMES,
    All,
    Any,
    Compare,
    Condition,
    Contains,
    Data,
    Hop,
    Like,
    Not,
    Query,
    Search,
    Similar,
    Triple,
    Unsummarised,
)
from vaultkit.nearest import did_you_mean

_TOP: Final[dict[str, Catalog]] = {
    "$knowledge": "knowledge",
    "$statement": "statement",
    "$not-summaried": "knowledge",
}
_WILDCARD: Final = "$*"
_METADATA: Final = ("limit", "offset", "catalog")
_MOST: Final = 1000
"""Operators of one expression."""
_FARTHEST: Final = 1_000_000


class _Call(NamedTuple):
    """An operator, what it is given, and what an object says beside it."""

    name: str
    operands: list[Item]
    metadata: dict[str, Item]
    at: int


def parse(text: str) -> Query:
    """The query of an expression. Raises ExpressionError, which points at the fault."""
    return _Parser(text).query(read(text))


class _Parser:
    def __init__(self, text: str) -> None:
        self._text = text
        self._count = 0
        self._catalog: Catalog = "knowledge"
        self._cut: _Call | None = None

    def query(self, item: Item) -> Query:
        call = self._call(item)
        if call is None or call.name not in _TOP:
            what = f"an expression begins with {', '.join(_TOP)}"
            raise self._fault(item.at, what, 'write ["$knowledge", CONDITION ..]')
        self._catalog = _TOP[call.name]
        operands = list(call.operands)
        parts: list[Condition] = []
        if call.name == "$not-summaried":
            if not operands:
                raise self._fault(call.at, "$not-summaried needs a tag", 'as in ["$not-summaried", "message"]')
            parts.append(Unsummarised(self._text_of(operands.pop(0), "tag")))
        parts += [self._condition(operand, top=True) for operand in operands]
        everything = call.name == "$not-summaried" and "limit" not in call.metadata
        return self._cut_down(call, Query(self._catalog, All(tuple(parts)), None if everything else LIMIT))

    def _cut_down(self, call: _Call, query: Query) -> Query:
        """The query with its limit and offset: of the outermost object, or of a `$search` that is its condition."""
        said = call if call.metadata else self._cut
        if said is None:
            return query
        if said is not self._cut and self._cut is not None:
            raise self._fault(self._cut.at, "limit, offset and catalog are given twice", "give them in one place")
        limit = self._number(said.metadata["limit"], 0) if "limit" in said.metadata else query.limit
        offset = self._number(said.metadata["offset"], 0) if "offset" in said.metadata else 0
        if "catalog" in said.metadata and plain(said.metadata["catalog"]) != self._catalog:
            raise self._fault(said.metadata["catalog"].at, f"the expression asks the catalog {self._catalog!r}")
        return query._replace(limit=limit, offset=offset)

    def _condition(self, item: Item, *, top: bool = False) -> Condition:
        call = self._call(item)
        if call is None:
            raise self._fault(item.at, "a condition is expected here", 'as in ["$contains", "tags", "rule"]')
        if call.name in ("$knowledge", "$statement"):
            raise self._fault(call.at, f"{call.name} stands only outermost")
        if call.name not in _CONDITIONS:
            raise self._fault(call.at, f"{call.name} is no condition", "quote data with $quote")
        if call.metadata:
            self._keep_metadata(call, top=top)
        return _CONDITIONS[call.name](self, call)

    def _keep_metadata(self, call: _Call, *, top: bool) -> None:
        if not top or call.name not in ("$search", "$similar", "$k-hop") or self._cut is not None:
            what = "limit, offset and catalog belong to the outermost expression"
            raise self._fault(call.at, what, 'as in {"$knowledge": [..], "limit": 5}')
        self._cut = call

    # conditions

    def _and(self, call: _Call) -> Condition:
        return All(tuple([self._condition(each) for each in call.operands]))

    def _or(self, call: _Call) -> Condition:
        return Any(tuple([self._condition(each) for each in call.operands]))

    def _not(self, call: _Call) -> Condition:
        (part,) = self._exactly(call, "condition")
        return Not(self._condition(part))

    def _compare(self, call: _Call) -> Condition:
        first, second = self._exactly(call, "field", "value")
        field, value = self._field(first), self._data(second)
        if field in LISTS and call.name not in ("$eq", "$ne"):
            raise self._fault(first.at, f"{field} is a list", "ask what is in it with $contains")
        if field in TIMES and value is not None:
            value = self._time(second)
        if not isinstance(value, str) and call.name not in ("$eq", "$ne"):
            raise self._fault(second.at, f"{call.name} compares texts", "write the value in double quotes")
        return Compare(call.name, field, value)

    def _like(self, call: _Call) -> Condition:
        field, pattern = self._exactly(call, "field", "pattern")
        return Like(self._field(field), self._text_of(pattern, "pattern"))

    def _contains(self, call: _Call) -> Condition:
        field, text = self._exactly(call, "field", "text")
        return Contains(self._field(field), self._text_of(text, "text"))

    def _content(self, call: _Call) -> Condition:
        (pairs,) = self._exactly(call, "object")
        quoted = self._quoted(pairs)
        item = pairs if quoted is None else quoted
        if not isinstance(item.value, dict):
            raise self._fault(item.at, "$content is given an object", 'as in ["$content", {"format": "markdown"}]')
        parts: list[Condition] = []
        for key, value in item.value.items():
            field = self._known_field(key, value.at)
            data = self._data(value) if quoted is None else plain(value)
            parts.append(Compare("$eq", field, self._time(value) if field in TIMES and data is not None else data))
        return All(tuple(parts))

    def _search(self, call: _Call) -> Condition:
        (text,) = self._exactly(call, "text")
        return Search(self._text_of(text, "text"))

    def _similar(self, call: _Call) -> Condition:
        (text,) = self._exactly(call, "text")
        return Similar(self._text_of(text, "text"))

    def _triple(self, call: _Call) -> Condition:
        self._statements_only(call)
        parts = [self._or_any(each) for each in self._exactly(call, "subject", "predicate", "object")]
        if parts == [None, None, None]:
            raise self._fault(call.at, "a $triple of wildcards alone says nothing", 'all statements: ["$statement"]')
        return Triple(*parts)

    def _hop(self, call: _Call) -> Condition:
        self._statements_only(call)
        subject, predicate, depth = self._exactly(call, "subject", "predicate", "depth")
        return Hop(self._text_of(subject, "subject"), self._or_any(predicate), self._number(depth, 1))

    def _unsummarised(self, call: _Call) -> Condition:
        if self._catalog != "knowledge":
            raise self._fault(call.at, "$not-summaried is asked of $knowledge")
        tag, *more = call.operands or [Item(None, call.at)]
        rest = [self._condition(each) for each in more]
        return All((Unsummarised(self._text_of(tag, "tag")), *rest))

    # operands

    def _exactly(self, call: _Call, *names: str) -> list[Item]:
        if len(call.operands) != len(names):
            what = f"{call.name} takes {len(names)} ({', '.join(names)}), not {len(call.operands)}"
            raise self._fault(call.at, what)
        return call.operands

    def _statements_only(self, call: _Call) -> None:
        if self._catalog != "statement":
            raise self._fault(call.at, f"{call.name} is asked of statements", 'write ["$statement", ..]')

    def _field(self, item: Item) -> str:
        return self._known_field(self._text_of(item, "field"), item.at)

    def _known_field(self, name: str, at: int) -> str:
        known = FIELDS[self._catalog]
        if name not in known:
            remedy = did_you_mean(name, known)
            raise self._fault(at, f"a {self._catalog} has no field {name!r}", remedy)
        return name

    def _text_of(self, item: Item, what: str) -> str:
        value = self._data(item)
        if not isinstance(value, str):
            raise self._fault(item.at, f"the {what} is a text in double quotes")
        return value

    def _or_any(self, item: Item) -> str | None:
        return None if item.value == _WILDCARD else self._text_of(item, "name")

    def _number(self, item: Item, least: int) -> int:
        value = item.value
        if not isinstance(value, int) or isinstance(value, bool) or value < least:
            raise self._fault(item.at, f"a whole number from {least} on is expected here")
        return min(value, _FARTHEST)

    def _time(self, item: Item) -> str:
        value = self._text_of(item, "time")
        try:
            return stamp(datetime.fromisoformat(value))
        except (ValueError, OverflowError) as fault:
            raise self._fault(item.at, f"{value!r} is no time", "write it as ISO 8601: 2026-09-07") from fault

    def _data(self, item: Item) -> Data:
        """Plain data; a text that begins with `$` has to say that it is one."""
        quoted = self._quoted(item)
        if quoted is not None:
            return plain(quoted)
        value = item.value
        if isinstance(value, str):
            if value.startswith("$$"):
                return value[1:]
            if value.startswith("$"):
                raise self._fault(item.at, f"{value!r} stands where data is expected", f'write "${value}" for the text')
            return value
        if isinstance(value, list):
            if self._call(item) is not None:
                raise self._fault(item.at, "data is expected here, not a condition", "quote it with $quote")
            return [self._data(each) for each in value]
        if isinstance(value, dict):
            return {key: self._data(each) for key, each in value.items()}
        return value

    def _quoted(self, item: Item) -> Item | None:
        """What `$quote` quotes."""
        call = self._call(item) if isinstance(item.value, (list, dict)) else None
        if call is None or call.name != "$quote":
            return None
        (data,) = self._exactly(call, "data")
        return data

    # operators

    def _call(self, item: Item) -> _Call | None:
        """The operator call that an array or an object is; None for data. Raises ExpressionError."""
        if isinstance(item.value, list):
            head = item.value[0].value if item.value else None
            if not isinstance(head, str) or not head.startswith("$") or head.startswith("$$") or head == _WILDCARD:
                return None
            return self._counted(_Call(self._operator(head, item.value[0].at), item.value[1:], {}, item.value[0].at))
        if isinstance(item.value, dict):
            return self._object_call(item, item.value)
        return None

    def _object_call(self, item: Item, value: dict[str, Item]) -> _Call | None:
        heads = [key for key in value if key.startswith("$") and not key.startswith("$$")]
        if not heads:
            return None
        if len(heads) > 1:
            raise self._fault(item.at, f"one object has two operators, {' and '.join(heads[:2])}", "use two objects")
        name = self._operator(heads[0], item.at)
        metadata = {key: each for key, each in value.items() if key != heads[0]}
        for key, each in metadata.items():
            if key not in _METADATA:
                remedy = did_you_mean(key, _METADATA)
                raise self._fault(each.at, f"{key!r} says nothing beside {name}", remedy)
        return self._counted(_Call(name, self._operands(name, value[heads[0]]), metadata, item.at))

    def _operands(self, name: str, given: Item) -> list[Item]:
        """The operands in object form: an array holds them, unless it is itself a call or what is quoted."""
        if name == "$quote" or not isinstance(given.value, list):
            return [given]
        head = given.value[0].value if given.value else None
        is_call = isinstance(head, str) and head in _OPERATORS
        return [given] if is_call else given.value

    def _operator(self, name: str, at: int) -> str:
        if name not in _OPERATORS:
            remedy = did_you_mean(name, _OPERATORS, f'write "${name}" for the text {name!r}', 0.6)
            raise self._fault(at, f"there is no operator {name!r}", remedy)
        return name

    def _counted(self, call: _Call) -> _Call:
        self._count += 1
        if self._count > _MOST:
            raise self._fault(call.at, f"the expression has more than {_MOST} operators", "ask in parts")
        return call

    def _fault(self, at: int, what: str, remedy: str = "") -> ExpressionError:
        return ExpressionError(self._text, at, what, remedy)


_CONDITIONS: Final[dict[str, Callable[[_Parser, _Call], Condition]]] = {
    "$and": _Parser._and,
    "$or": _Parser._or,
    "$not": _Parser._not,
    "$eq": _Parser._compare,
    "$ne": _Parser._compare,
    "$gt": _Parser._compare,
    "$lt": _Parser._compare,
    "$gte": _Parser._compare,
    "$lte": _Parser._compare,
    "$like": _Parser._like,
    "$contains": _Parser._contains,
    "$content": _Parser._content,
    "$search": _Parser._search,
    "$similar": _Parser._similar,
    "$triple": _Parser._triple,
    "$k-hop": _Parser._hop,
    "$not-summaried": _Parser._unsummarised,
}
_OPERATORS: Final[Sequence[str]] = (*_TOP, *_CONDITIONS, "$quote")
