"""A random JSE expression over a real shelf answers what plain Python, reading the same JSON, says it must."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graph.tokens import guess_language, question_terms, terms
from tests.shelf.shelves import NOW, keep, shelf, state
from vaultkit.memory.shelf.asking import ask
from vaultkit.memory.shelf.entry import Content, Entry, Knowledge, Statement
from vaultkit.memory.shelf.store import Store
from vaultkit.memory.shelf.vectors import Vectors

TAGS = ["rule", "ruler", "message", "summary 1", "a b"]
SCOPES = ["", "my-app", "other", "my_app"]
WORDS = ["error", "errors", "Queue", "retry", "100%", "a_b", "[x]", "部署", "*", "$5", "queue retry error"]
NAMES = ["one", "two", "three", "msg-a-001", "msg-a-010", 'say "x", y', "$knowledge"]
PREDICATES = ["is_a", "summary", "belongTo"]
TIMES = ["2026-09-08", "2026-09-08T12:03:00+00:00", "2026-09-08T14:03:00+02:00", "2027-01-01"]
COLUMNS = {"knowledge": ["name", "created_at"], "statement": ["subject", "predicate", "object", "triple", "created_at"]}
NOT_EMBEDDED = {"one", "three", "entry 12", "entry 18"}


class Letters:
    """An embedder that counts letters."""

    id = "letters"

    def documents(self, texts: Sequence[str], /) -> list[list[float]]:
        return [self.query(text) for text in texts]

    def query(self, text: str, /) -> list[float]:
        return [text.count(letter) + 0.1 for letter in "aeinorstu"]


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    """Entries of every mixture of the words above."""
    with shelf(tmp_path_factory.mktemp("shelf")) as store:
        for number in range(40):
            data = " ".join(WORDS[(number * k) % len(WORDS)] for k in range(1, number % 4 + 1))
            lists = {
                "tags": tuple(TAGS[(number + k) % len(TAGS)] for k in range(number % 3)),
                "scopes": tuple(SCOPES[(number * 3 + k) % len(SCOPES)] for k in range(number % 4)),
                "synonyms": (WORDS[number % len(WORDS)],) if number % 5 == 0 else (),
            }
            name = NAMES[number] if number < len(NAMES) else f"entry {number}"
            keep(store, name, data, minutes=number * 7 % 11, embed=name not in NOT_EMBEDDED, **lists)
        for number in range(30):
            ends = NAMES[number % len(NAMES)], NAMES[(number * number + 1) % len(NAMES)]
            names = (ends[0], PREDICATES[number % 3], ends[1])
            if store.statement(Statement(*names, Content(), "").key) is None:
                state(store, *names, minutes=number % 5, scopes=(SCOPES[number % 4],))
        vectors(store).settle()
        yield store


def vectors(store: Store) -> Vectors:
    return Vectors(store, Letters)


# What an expression says, in plain Python


def holds(expression: list[Any], row: Entry, rows: dict[str, list[Entry]]) -> bool:
    operator, *operands = expression
    return MEANING[operator](row, rows, *operands)


def value_of(row: Entry, field: str) -> Any:
    if field in Content._fields:
        value = getattr(row.content, field)
        return list(value) if isinstance(value, tuple) else value
    return row.key if field == "triple" else getattr(row, field)


def plain(value: Any) -> Any:
    if isinstance(value, list) and value[:1] == ["$quote"]:
        return value[1]
    return value[1:] if isinstance(value, str) and value.startswith("$$") else value


def compared(test: Callable[[Any, Any], bool]) -> Callable[..., bool]:
    def meaning(row: Entry, rows: dict[str, list[Entry]], field: str, value: Any) -> bool:
        held, wanted = value_of(row, field), plain(value)
        if field == "created_at" and wanted is not None:
            held, wanted = datetime.fromisoformat(held), moment(wanted)
        return held is not None and type(held) is type(wanted) and test(held, wanted)

    return meaning


def moment(text: str) -> datetime:
    return datetime.fromisoformat(text).astimezone(UTC)


def contains(row: Entry, rows: dict[str, list[Entry]], field: str, text: str) -> bool:
    return plain(text) in value_of(row, field)


def like(row: Entry, rows: dict[str, list[Entry]], field: str, pattern: str) -> bool:
    signs = {"%": ".*", "_": "."}
    wanted = re.compile("".join(signs.get(sign, re.escape(sign)) for sign in plain(pattern)), re.DOTALL)
    held = value_of(row, field)
    return any(wanted.fullmatch(each) for each in (held if isinstance(held, list) else [held]))


def content(row: Entry, rows: dict[str, list[Entry]], pairs: dict[str, Any]) -> bool:
    return all(value_of(row, field) == plain(value) for field, value in pairs.items())


def search(row: Entry, rows: dict[str, list[Entry]], text: str) -> bool:
    language = guess_language(row.content.data)
    name = row.name if isinstance(row, Knowledge) else " ".join(row.names)
    said = [name, *row.content.tags, *row.content.synonyms, row.content.data]
    words = {term for each in said for term in terms(each, language).split()}
    return any(group & words for group in question_terms(plain(text), ["english"]))


def triple(row: Statement, rows: dict[str, list[Entry]], *parts: str) -> bool:
    return all(part == "$*" or held == plain(part) for held, part in zip(row.names, parts, strict=True))


def hop(row: Statement, rows: dict[str, list[Entry]], subject: str, predicate: str, depth: int) -> bool:
    reached, ways = {plain(subject)}, set()
    for _ in range(depth):
        steps = [each for each in rows["statement"] if isinstance(each, Statement) and each.subject in reached]
        steps = [each for each in steps if predicate in ("$*", each.predicate)]
        ways |= {each.key for each in steps}
        reached |= {each.object for each in steps}
    return row.key in ways


def unsummarised(row: Entry, rows: dict[str, list[Entry]], tag: str, *conditions: list[Any]) -> bool:
    under = {each.object for each in rows["statement"] if isinstance(each, Statement) and each.predicate == "summary"}
    return tag in row.content.tags and row.key not in under and all(holds(each, row, rows) for each in conditions)


MEANING: dict[str, Callable[..., bool]] = {
    "$eq": compared(lambda held, wanted: held == wanted),
    "$ne": lambda row, rows, *operands: not MEANING["$eq"](row, rows, *operands),
    "$gt": compared(lambda held, wanted: held > wanted),
    "$lt": compared(lambda held, wanted: held < wanted),
    "$gte": compared(lambda held, wanted: held >= wanted),
    "$lte": compared(lambda held, wanted: held <= wanted),
    "$contains": contains,
    "$like": like,
    "$content": content,
    "$and": lambda row, rows, *parts: all(holds(part, row, rows) for part in parts),
    "$or": lambda row, rows, *parts: not parts or any(holds(part, row, rows) for part in parts),
    "$not": lambda row, rows, part: not holds(part, row, rows),
    "$search": search,
    "$similar": lambda row, rows, text: not (isinstance(row, Knowledge) and row.name in NOT_EMBEDDED),
    "$triple": triple,
    "$k-hop": hop,
    "$not-summaried": unsummarised,
}


# Random expressions


def escaped(text: str) -> str:
    return f"${text}" if text.startswith("$") else text


def texts(words: Sequence[str]) -> st.SearchStrategy[Any]:
    return st.sampled_from([*words, ""]).flatmap(
        lambda word: st.sampled_from([escaped(word), ["$quote", word]] if word else [word])
    )


def leaves(catalog: str) -> st.SearchStrategy[list[Any]]:
    fields, everything = st.sampled_from([*COLUMNS[catalog][:-1], "data"]), [*NAMES, *WORDS]
    patterns = st.sampled_from(["%", "%e%", "_ne", "entry _", "%a__%", "%[x]%", "*", "%%", "100%"])
    kinds = [
        st.tuples(st.sampled_from(["$eq", "$ne", "$gt", "$lt", "$gte", "$lte"]), fields, texts(everything)),
        st.tuples(st.sampled_from(["$eq", "$ne"]), fields, st.sampled_from([None, 5, True, ["x"]])),
        st.tuples(
            st.sampled_from(["$gt", "$lt", "$gte", "$lte", "$eq"]), st.just("created_at"), st.sampled_from(TIMES)
        ),
        st.tuples(st.sampled_from(["$eq", "$ne"]), st.just("tags"), st.lists(st.sampled_from(TAGS), max_size=2)),
        st.tuples(st.just("$contains"), st.sampled_from(["tags", "scopes"]), st.sampled_from([*TAGS, *SCOPES])),
        st.tuples(st.just("$contains"), st.sampled_from(["data", "synonyms"]), texts(WORDS)),
        st.tuples(st.just("$like"), st.one_of(fields, st.just("tags")), patterns),
        st.tuples(st.just("$content"), st.dictionaries(st.just("data"), texts(WORDS), max_size=1)),
        st.tuples(st.just("$search"), texts(WORDS)),
        st.tuples(st.just("$similar"), texts(WORDS)),
    ]
    if catalog == "statement":
        names = st.one_of(texts(NAMES[:5]), st.just("$*"))
        kinds.append(
            st.tuples(st.just("$triple"), names, names, names).filter(lambda each: each[1:] != ("$*", "$*", "$*"))
        )
        depths = st.integers(1, 4)
        predicates = st.sampled_from([*PREDICATES, "$*"])
        kinds.append(st.tuples(st.just("$k-hop"), texts(NAMES[:5]), predicates, depths))
    else:
        kinds.append(st.tuples(st.just("$not-summaried"), st.sampled_from(TAGS)))
    return st.one_of(kinds).map(list)


def conditions(catalog: str) -> st.SearchStrategy[list[Any]]:
    return st.recursive(
        leaves(catalog),
        lambda inner: st.one_of(
            st.lists(inner, max_size=3).map(lambda parts: ["$and", *parts]),
            st.lists(inner, max_size=3).map(lambda parts: ["$or", *parts]),
            inner.map(lambda part: ["$not", part]),
        ),
        max_leaves=6,
    )


def as_object(expression: list[Any]) -> Any:
    """The same in object form."""
    operator, *operands = expression
    inner = [
        as_object(each) if isinstance(each, list) and str(each[:1]).startswith("['$") else each for each in operands
    ]
    return {operator: inner} if operator != "$quote" else expression


@st.composite
def expressions(draw: st.DrawFn) -> tuple[str, list[Any]]:
    catalog = draw(st.sampled_from(["knowledge", "statement"]))
    return catalog, [f"${catalog}", *draw(st.lists(conditions(catalog), max_size=3))]


@given(expressions(), st.booleans())
@settings(max_examples=150, deadline=None)
def test_an_expression_means_what_it_says(store: Store, drawn: tuple[str, list[Any]], is_object: bool) -> None:
    catalog, expression = drawn
    rows = rows_of(store)
    expected = [row for row in rows[catalog] if all(holds(each, row, rows) for each in expression[1:])]
    given = as_object(expression) if is_object else expression
    found = ask(store, json.dumps(given), vectors(store)).entries
    if "$search" in json.dumps(given) or "$similar" in json.dumps(given):
        found, expected = sorted(found), sorted(expected)
    assert found == expected


@cache
def rows_of(store: Store) -> dict[str, list[Entry]]:
    """Every entry of a shelf that does not change."""
    return {"knowledge": list(store.all_knowledge()), "statement": list(store.all_statements())}


@given(conditions("knowledge"), st.integers(0, 9), st.integers(0, 9))
@settings(max_examples=60, deadline=None)
def test_limits_cut_what_is_left_of_all_conditions(store: Store, condition: list[Any], limit: int, offset: int) -> None:
    whole = ask(store, json.dumps({"$knowledge": [condition]}), vectors(store)).entries
    part = ask(store, json.dumps({"$knowledge": [condition], "limit": limit, "offset": offset}), vectors(store))
    assert part.entries == whole[offset : offset + limit]
    assert part.more == (len(whole) > offset + limit)


def test_the_oldest_come_first(store: Store) -> None:
    found = store.all_knowledge()
    assert [each.created_at for each in found] == sorted(each.created_at for each in found)
    assert found[0].created_at == (NOW + timedelta()).isoformat(timespec="microseconds")
