"""JSE by cases: what expressions find, in which order, and where the faulty ones are wrong."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.shelf.shelves import NOW, keep, shelf, state
from vaultkit.memory.shelf.asking import ask
from vaultkit.memory.shelf.catalogs import stamp
from vaultkit.memory.shelf.entry import Content, Statement
from vaultkit.memory.shelf.jse.json_text import DEEPEST, ExpressionError, plain, read
from vaultkit.memory.shelf.jse.parse import parse
from vaultkit.memory.shelf.store import Store
from vaultkit.memory.shelf.vectors import Vectors

CASES = Path(__file__).parent.parent / "cases" / "shelf"


def cases(name: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = tomllib.loads((CASES / name).read_text("utf-8"))["case"]
    return found


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    with shelf(tmp_path_factory.mktemp("shelf")) as store:
        keep(store, "deploy-rule", "Never deploy on a Friday.", tags=("rule",), scopes=("my-app",))
        keep(store, "global-rule", "Errors are values.", minutes=1, tags=("rule",), scopes=("",))
        keep(store, "other-rule", "Deploy, deploy, deploy!", minutes=2, tags=("rule",), scopes=("other",))
        keep(store, "ruler", "30 cm", minutes=3, tags=("ruler",), scopes=("my-app",))
        for turn, scope in ((10, "other"), (2, "my-app"), (1, "my-app")):
            keep(store, f"msg-a-{turn:03}", "hi", minutes=4, tags=("message",), scopes=(scope,))
        keep(store, "talk", "A conversation.", minutes=5, tags=("summary", "summary 1"), scopes=("my-app",))
        keep(store, "$odd", minutes=6)
        state(store, "talk", "summary", "msg-a-001")
        for names in (("a", "is_a", "b"), ("b", "is_a", "c"), ("c", "is_a", "a"), ('say "x", y', "is", "z")):
            state(store, *names, minutes=1)
        with store.changing():
            since = stamp(NOW - timedelta(days=9))
            store.create_statement(Statement("c", "knows", "d", Content(), "", since), NOW + timedelta(minutes=2))
        yield store


@pytest.mark.parametrize("case", cases("jse.toml"), ids=lambda case: case["name"])
def test_an_expression_finds(store: Store, case: dict[str, Any]) -> None:
    assert [entry.key for entry in ask(store, case["jse"], Vectors(store)).entries] == case["finds"]


@pytest.mark.parametrize("case", cases("jse_faults.toml"), ids=lambda case: case["jse"])
def test_a_fault_is_pointed_at(case: dict[str, Any]) -> None:
    with pytest.raises(ExpressionError) as raised:
        parse(case["jse"])
    assert case["says"] in str(raised.value)
    assert case["jse"][raised.value.at :].startswith(case["at"]) and (case["at"] or raised.value.at == len(case["jse"]))


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)


@given(json_values, st.sampled_from([None, 1]))
def test_json_is_read_as_json_is(value: Any, indent: int | None) -> None:
    assert plain(read(json.dumps(value, indent=indent))) == json.loads(json.dumps(value).encode("utf-8", "replace"))


@given(st.text(st.sampled_from('[]{},:"\\$ aeiknowldg123.-\n')))
def test_whatever_is_typed_is_an_answer_or_a_fault(text: str) -> None:
    try:
        parse(text)
    except ExpressionError as fault:
        assert 0 <= fault.at <= len(text)


@pytest.mark.parametrize(
    "text", ["[" * 100_000, '{"a":' * 100_000, '["$knowledge",' + '["$not",' * DEEPEST + "1" + "]" * (DEEPEST + 1)]
)
def test_what_is_too_deep(text: str) -> None:
    with pytest.raises(ExpressionError, match="deeper than"):
        parse(text)


def test_wide_expressions_and_too_wide_ones(store: Store) -> None:
    def wide(count: int) -> str:
        return json.dumps(["$knowledge", ["$or", *[["$eq", "name", f"n{number}"] for number in range(count)]]])

    assert ask(store, wide(998), Vectors(store)).entries == []
    with pytest.raises(ExpressionError, match="more than 1000 operators"):
        parse(wide(1000))
    deep = '["$knowledge",' + '["$not",' * 60 + '["$eq","name","ruler"]' + "]" * 61
    assert [entry.key for entry in ask(store, deep, Vectors(store)).entries] == ["ruler"]
