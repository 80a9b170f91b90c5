"""The search core by itself: a case is a few documents, a question, and which of them are found.

A file of `tests/cases/search/*.toml` has a language, documents by id, and cases: `found` is the set that is found,
`order` the same best first, `first` the best alone.
"""

from __future__ import annotations

import sqlite3
import tomllib
import unicodedata
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from graph.asking.documents import FIELDS, WEIGHTS
from graph.asking.rank import rank
from graph.stopwords import STOP_WORDS
from graph.tokens import DEFAULT_LANGUAGE, guess_language, question_terms, terms, with_verbs
from vaultkit.indexing.terms import Terms, schema

CASES = Path(__file__).parent.parent / "cases" / "search"
LANGUAGES = sorted(STOP_WORDS)


def _cases() -> list[Any]:
    files = ((path.stem, tomllib.loads(path.read_text("utf-8"))) for path in sorted(CASES.glob("*.toml")))
    return [
        pytest.param(file["language"], file["documents"], case, id=f"{name}: {case['title']}")
        for name, file in files
        for case in file["case"]
    ]


def _asked(documents: dict[str, str], language: str, query: str) -> list[str]:
    """The ids that are found, best first, through the same index as in a build."""
    connection = sqlite3.connect(":memory:")
    connection.executescript(schema(FIELDS))
    index = Terms(connection, FIELDS)
    for identity, text in documents.items():
        index.put(identity, "", (*[""] * (len(FIELDS) - 1), terms(text, language)))
    groups = question_terms(query, [language])
    found = index.find(groups, [field.weight for field in WEIGHTS])
    return [identity for identity, _ in rank(found, groups, WEIGHTS, index.statistics())]


@pytest.mark.parametrize(("language", "documents", "case"), _cases())
def test_case(language: str, documents: dict[str, str], case: dict[str, Any]) -> None:
    found = _asked(documents, language, case["query"])
    if "first" in case:
        assert found[:1] == [case["first"]]
    elif "order" in case:
        assert found == case["order"]
    else:
        assert sorted(found) == sorted(case["found"])


texts = st.one_of(
    st.text(),
    st.text("aÄßéＡ9_-'’ ¿?「」のと的是数据猫カ가각กำ้ا\u0651\u0308\u200d\u0000\ud800🙂½⑴ﷺİŉ\"*:(", max_size=30),
)


@given(texts, st.sampled_from(LANGUAGES))
@example("don't l'index 's '' ’’", "french")
def test_every_text_has_terms(text: str, language: str) -> None:
    found = terms(text, language)
    assert found == terms(text, language) == " ".join(found.split())
    assert question_terms(text, [language]) == question_terms(text, [language])
    assert guess_language(text) in STOP_WORDS


@given(texts, st.sampled_from(LANGUAGES), st.lists(st.sampled_from(LANGUAGES), max_size=2))
@example("İ", "english", [])
@example("まとめ", "english", [])
@example("SÜD", "german", [])
def test_what_is_asked_for_is_stored(text: str, language: str, others: list[str]) -> None:
    """A document that holds exactly what is asked for holds each thing that is asked for."""
    stored = set(terms(text, language).split())
    for group in question_terms(text, [*others, language]):
        assert group & stored


@given(texts, st.sampled_from(LANGUAGES))
def test_a_document_is_found_by_its_own_text(text: str, language: str) -> None:
    found = _asked({"this": text, "other": "something else"}, language, text)
    assert ("this" in found) == bool(question_terms(text, [language]))


@given(texts)
def test_other_spellings_of_a_character_change_nothing(text: str) -> None:
    for form in ("NFC", "NFD", "NFKC", "NFKD"):
        assert terms(unicodedata.normalize(form, text), "english") == terms(text, "english")


PIECES = ("word ", "a", "A", "aB", "é", "猫", "の", "'", "a'", "1", "\u0301", "क", "https://", "的")


@pytest.mark.parametrize("piece", PIECES)
def test_long_texts_are_no_trouble(piece: str) -> None:
    text = piece * (200_000 // len(piece))
    assert isinstance(terms(text, DEFAULT_LANGUAGE), str)
    assert isinstance(question_terms(text, LANGUAGES), list)


@pytest.mark.parametrize(
    ("noun", "verb"), [("handler", "handle"), ("mapper", "mapping"), ("loaders", "loaded"), ("parser", "parse")]
)
def test_an_agent_noun_asks_for_what_its_verb_says(noun: str, verb: str) -> None:
    [asked] = with_verbs(question_terms(noun, ["english"]))
    assert asked & set(terms(verb, "english").split())
    assert not question_terms(noun, ["english"])[0] & set(terms(verb, "english").split())


@given(st.lists(st.frozensets(st.text(max_size=9)), max_size=3))
def test_nothing_that_is_asked_for_is_lost_by_its_verbs(groups: list[frozenset[str]]) -> None:
    assert all(group <= wider for group, wider in zip(groups, with_verbs(groups), strict=True))
