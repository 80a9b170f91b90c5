"""What stands in front of every write: secrets leave, relative dates become absolute, all else stays."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaultkit.memory.dates import absolute_dates, absolute_dates_value
from vaultkit.memory.redact import REDACTED, redact, redact_by_patterns, redact_value

CASES = Path(__file__).parent.parent / "cases" / "memory"
SECRETS = tomllib.loads((CASES / "secrets.toml").read_text("utf-8"))
DATES = tomllib.loads((CASES / "dates.toml").read_text("utf-8"))
NOW = datetime(2026, 9, 8, 14, 30, tzinfo=UTC)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)


@pytest.mark.parametrize("case", SECRETS["hidden"])
def test_a_secret_leaves_and_nothing_else_does(case: str) -> None:
    before, _, rest = case.partition("«")
    secret, _, after = rest.partition("»")
    found = redact(before + secret + after)
    assert found == before + REDACTED + after
    assert json.loads(json.dumps(redact_value({"note": [before + secret + after]}))) == {"note": [found]}


@pytest.mark.parametrize("text", SECRETS["kept"])
def test_prose_about_secrets_stays(text: str) -> None:
    assert redact(text) == text


@pytest.mark.parametrize("text", SECRETS["values"]["hidden"])
def test_what_a_secret_name_holds_leaves(text: str) -> None:
    assert REDACTED in json.dumps(redact_value(json.loads(text)))


@pytest.mark.parametrize("text", SECRETS["values"]["kept"])
def test_what_an_ordinary_name_holds_stays(text: str) -> None:
    assert redact_value(json.loads(text)) == json.loads(text)


@given(st.lists(st.sampled_from([*SECRETS["hidden"], *SECRETS["kept"], " ", "\n", '"', "='", "token: "]) | st.text()))
def test_redacting_again_changes_nothing(parts: list[str]) -> None:
    once = redact("".join(parts))
    assert redact(once) == once


@given(st.sampled_from(SECRETS["hidden"]), st.integers(0, 60), st.integers(1, 80), st.sampled_from([str, str.upper]))
def test_a_look_at_the_signs_misses_no_secret(case: str, start: int, length: int, cased: Callable[[str], str]) -> None:
    """Whatever stretch of a text with a secret is looked at."""
    for text in (case.replace("«", "").replace("»", ""), case.partition("«")[2].partition("»")[0]):
        part = cased(text[start % len(text) :][:length])
        assert redact(part) == redact_by_patterns(part)


@given(JSON)
def test_data_without_secrets_keeps_its_shape(value: object) -> None:
    once = redact_value(value)
    assert type(once) is type(value)
    assert redact_value(once) == once


@pytest.mark.parametrize(("phrase", "absolute"), DATES["absolute"].items())
def test_a_relative_date_becomes_absolute(phrase: str, absolute: str) -> None:
    assert absolute_dates(phrase, NOW) == absolute
    assert absolute_dates(f"({phrase})", NOW) == f"({absolute})"
    assert absolute_dates_value({phrase: [phrase]}, NOW) == {phrase: [absolute]}
    assert absolute_dates(absolute, NOW) == absolute


@pytest.mark.parametrize("text", DATES["kept"]["texts"])
def test_what_is_vague_or_code_stays(text: str) -> None:
    assert absolute_dates(text, NOW) == text


@given(st.text())
def test_a_text_without_dates_stays(text: str) -> None:
    assert absolute_dates(absolute_dates(text, NOW), NOW) == absolute_dates(text, NOW)
