"""Laws of ranking: what must be so whatever the weights are."""

from __future__ import annotations

import math
from random import Random
from typing import Any

from hypothesis import assume, given
from hypothesis import strategies as st

from graph.asking.rank import Candidate, Field, Statistics, rank, rarities

WORDS = ("a", "b", "c", "d")
words = st.lists(st.sampled_from(WORDS), max_size=8)
fields = st.builds(Field, st.floats(0.1, 10), st.floats(0, 1))
groups = st.lists(st.frozensets(st.sampled_from(WORDS), min_size=1), min_size=1, max_size=4)


@st.composite
def collections(draw: st.DrawFn) -> tuple[list[Candidate], list[Field], Statistics]:
    """Some documents of some fields, and what is known of all of them."""
    count = draw(st.integers(1, 3))
    texts = draw(st.lists(st.lists(words, min_size=count, max_size=count), min_size=1, max_size=6))
    documents = [Candidate(f"d{number}", tuple(map(" ".join, text))) for number, text in enumerate(texts)]
    return documents, draw(st.lists(fields, min_size=count, max_size=count)), statistics(documents)


def statistics(documents: list[Candidate]) -> Statistics:
    lengths = tuple(
        sum(len(text.split()) for text in texts) / len(texts)
        for texts in zip(*(each.fields for each in documents), strict=True)
    )

    def frequency(term: str) -> int:
        return sum(any(term in text.split() for text in each.fields) for each in documents)

    return Statistics(len(documents), lengths, frequency)


def score(text: str, asked: list[frozenset[str]], field: Field, known: Statistics) -> float:
    return rank([Candidate("x", (text,))], asked, [field], known)[0][1]


@given(collections(), groups, st.randoms())
def test_the_order_of_candidates_does_not_matter(
    collection: tuple[list[Candidate], list[Field], Statistics], asked: list[frozenset[str]], random: Random
) -> None:
    documents, weights, known = collection
    ranked = rank(documents, asked, weights, known)
    assert rank(random.sample(documents, len(documents)), asked, weights, known) == ranked
    assert [each.id for each in documents] == sorted(identity for identity, _ in ranked)


@given(collections(), groups)
def test_the_best_come_first_and_equal_ones_by_id(
    collection: tuple[list[Candidate], list[Field], Statistics], asked: list[frozenset[str]]
) -> None:
    documents, weights, known = collection
    ranked = rank(documents, asked, weights, known)
    assert ranked == sorted(ranked, key=lambda item: (-item[1], item[0]))
    assert all(math.isfinite(value) and value >= 0 for _, value in ranked)
    twins = [Candidate(identity, documents[0].fields) for identity in ("z", "y")]
    assert [identity for identity, _ in rank(twins, asked, weights, known)] == ["y", "z"]


@given(collections(), groups)
def test_what_is_not_there_scores_nothing(
    collection: tuple[list[Candidate], list[Field], Statistics], asked: list[frozenset[str]]
) -> None:
    documents, weights, known = collection
    for each, (_, value) in zip(documents, sorted(rank(documents, asked, weights, known)), strict=True):
        there = any(term in text.split() for group in asked for term in group for text in each.fields)
        assert (value > 0) == there


@given(words, st.sampled_from(WORDS), fields, st.integers(1, 50))
def test_more_of_a_term_never_scores_less(text: list[str], term: str, field: Field, usual: int) -> None:
    """One word of the text becomes the term: the length stays."""
    assume(any(word != term for word in text))
    known = Statistics(10, (float(usual),), lambda _: 3)
    other = next(index for index, word in enumerate(text) if word != term)
    more = [*text[:other], term, *text[other + 1 :]]
    asked = [frozenset([term])]
    assert score(" ".join(more), asked, field, known) >= score(" ".join(text), asked, field, known)


@given(words, fields, st.integers(0, 20), st.integers(0, 20))
def test_a_rarer_term_counts_more(text: list[str], field: Field, one: int, other: int) -> None:
    frequencies = {"rare": min(one, other), "common": max(one, other)}
    known = Statistics(20, (5.0,), lambda term: frequencies.get(term, 0))
    scores = [score(" ".join([*text, word]), [frozenset([word])], field, known) for word in ("rare", "common")]
    assert scores[0] >= scores[1]
    rare, common = rarities([frozenset(["rare"]), frozenset(["common"])], known)
    assert (rare > common) == (one != other)


@given(words, st.integers(1, 30), fields)
def test_a_longer_field_dilutes(text: list[str], more: int, field: Field) -> None:
    known = Statistics(10, (5.0,), lambda _: 3)
    asked = [frozenset(["wanted"])]
    short = " ".join(["wanted", *text])
    assert score(short, asked, field, known) >= score(short + " filler" * more, asked, field, known)


@given(words, fields)
def test_a_heavier_field_says_more(text: list[str], field: Field) -> None:
    heavier = field._replace(weight=field.weight * 2)
    known = Statistics(10, (5.0,), lambda _: 3)
    asked = [frozenset(["wanted"])]
    assert score(" ".join(["wanted", *text]), asked, heavier, known) >= score(
        " ".join(["wanted", *text]), asked, field, known
    )


@given(groups)
def test_words_in_one_section_say_more_than_apart(asked: list[frozenset[str]]) -> None:
    known = Statistics(10, (5.0,), lambda _: 3)
    together, apart = " ".join(WORDS), "\n".join(WORDS)
    field: Any = Field(1.0, 0.5)
    assert score(together, asked, field, known) >= score(apart, asked, field, known)


def test_a_term_in_more_documents_than_there_are_is_no_trouble() -> None:
    """Several terms of a group may stand in one document: their sum is capped."""
    known = Statistics(2, (1.0,), lambda _: 2)
    assert rarities([frozenset("abc")], known)[0] > 0
    assert rank([], [frozenset("a")], [Field(1.0, 0.5)], known) == []
    assert rank([Candidate("x", ("",))], [], [Field(1.0, 0.5)], Statistics(0, (0.0,), lambda _: 0)) == [("x", 0.0)]
