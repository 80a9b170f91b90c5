"""What of an answer is kept: cases, and that whatever is said to be proved stands in the text word for word."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from extractors.prose.grounding import fold_words
from extractors.prose.proof import Unusable, prove
from extractors.prose.sections import Passage
from graph.model import EXTRACTED, Section

CASES = tomllib.loads((Path(__file__).parent.parent / "cases/slm/proof.toml").read_text("utf-8"))["case"]


def passage(text: str) -> Passage:
    return Passage(Section(1, "0" * 32), text)


def answer(case: dict[str, Any]) -> dict[str, Any]:
    fields = ("subject", "relation", "object", "evidence")
    return {
        "entities": [{"name": name, "type": "concept", "description": ""} for name in case.get("entities", ())],
        "relations": [dict(zip(fields, each, strict=True)) for each in case.get("relations", ())],
    }


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_what_is_kept(case: dict[str, Any]) -> None:
    claims = prove(passage(case["text"]), answer(case))
    kept = [f"{each.subject} {each.relation} {each.object} {each.confidence} {each.line}" for each in claims.relations]
    assert kept == case["kept"]
    assert claims.dropped == case.get("dropped", {})
    if "shown" in case:
        assert {each.name: each.summary for each in claims.entities} == case["shown"]
    if "evidence" in case:
        assert [each.evidence for each in claims.relations] == case["evidence"]


@pytest.mark.parametrize(
    "given_",
    [[], "text", {}, {"entities": []}, {"entities": {}, "relations": []}, {"entities": [1] * 9, "relations": []}],
)
def test_an_answer_of_another_form_is_unusable(given_: object) -> None:
    with pytest.raises(Unusable):
        prove(passage("text"), given_)


WORDS = st.sampled_from(
    ["Redis", "uses", "Mem", "Memcached", "*", "_", "[[", "|", "]]", "\n", " ", "é", "e\u0301", "数据"]
)
TEXTS = st.lists(WORDS, max_size=14).map("".join)
ODD = st.one_of(TEXTS, st.none(), st.integers(), st.lists(TEXTS, max_size=2))
RELATIONS = st.fixed_dictionaries(
    {}, optional={"subject": ODD, "relation": st.sampled_from(["uses", "x"]), "object": ODD, "evidence": ODD}
)
ENTITIES = st.fixed_dictionaries({}, optional={"name": ODD, "type": ODD, "description": ODD})


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(TEXTS, st.lists(st.one_of(ENTITIES, ODD), max_size=5), st.lists(st.one_of(RELATIONS, ODD), max_size=5))
def test_whatever_a_model_says_what_is_kept_stands_there(text: str, entities: list[Any], relations: list[Any]) -> None:
    try:
        claims = prove(passage(text), {"entities": entities, "relations": relations})
    except Unusable:
        return
    for entity in claims.entities:
        assert fold_words(entity.name) in fold_words(text)
        assert fold_words(entity.summary.rstrip("…")) in fold_words(text)
        assert "[[" not in entity.name and "]]" not in entity.name
    for relation in claims.relations:
        assert relation.evidence in text
        assert (relation.confidence == EXTRACTED) == (relation.score == 1.0)
        assert relation.confidence != EXTRACTED or relation.evidence
