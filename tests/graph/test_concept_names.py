"""Which names are one concept, and what is short for what."""

from __future__ import annotations

from itertools import combinations

import pytest

from graph.concept_names import acronym, concept_slug, initials

SAME = (
    ("vector search", "Vector-Search", "vector  searches", "VECTOR SEARCHES!"),
    ("database", "data\u00adbase", "\u202edatabases\u202c", "\ufeffDatabase\u200b"),
    ("Café", "cafe\u0301", "CAFÉ"),
    ("policy", "Policies"),
    ("box", "boxes"),
    ("API", "APIs", "api"),
    ("日本語", "日本語 "),
    ("ﬁle", "file", "Files"),
)
APART = (
    ("C", "C++", "C#"),
    ("node.js", "nodejs"),
    ("ASR1603", "ASR1605"),
    ("Kubernetes", "Kubernete"),
    ("class", "clas"),
    ("analysis", "analysi"),
    ("Café", "Cafe"),
    ("Redis", "Redi"),
    ("vectorsearch", "vector search"),
)
SHORT = {
    "Retrieval-Augmented Generation": {"rag"},
    "Point in Time Recovery": {"pitr", "ptr"},
    "Redis": set(),
    "über alles": set(),
}


@pytest.mark.parametrize("names", SAME)
def test_these_are_one_concept(names: tuple[str, ...]) -> None:
    assert len(set(map(concept_slug, names))) == 1 and concept_slug(names[0])


@pytest.mark.parametrize("names", APART)
def test_these_are_not(names: tuple[str, ...]) -> None:
    assert all(concept_slug(one) != concept_slug(other) for one, other in combinations(names, 2))


@pytest.mark.parametrize("name", SHORT)
def test_a_name_of_several_words_has_initials(name: str) -> None:
    assert initials(name) == SHORT[name]


def test_an_acronym_is_written_in_capitals() -> None:
    assert [acronym(name) for name in ("RAG", "RAGs", "Rag", "R", "R2D2", "ABCDEFGHI", "ÄÖ", "OS")] == [
        *("rag", "rag", "", "", "", "", "", "os")
    ]
