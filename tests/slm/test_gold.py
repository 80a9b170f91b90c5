"""The gold set and its scorer: every statement stands in its note, and a model that says just that has full marks."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest

from benchmarks.extraction import run
from extractors import concepts
from extractors.attempts import Reader
from extractors.source import Source

NOTES = tomllib.loads(run.GOLD.read_text("utf-8"))["note"]


def perfect(note: dict[str, Any]) -> dict[str, Any]:
    """What a model would say that reads as the gold set does."""
    relations = [
        {"subject": subject, "relation": choice.split("|")[0], "object": object_, "evidence": note["text"]}
        for subject, choice, object_ in note["relations"]
        if choice != "same_as"  # those are found without a model
    ]
    return {"entities": [{"name": name, "type": "concept"} for name in note["entities"]], "relations": relations}


@pytest.mark.parametrize("note", NOTES, ids=[note["name"] for note in NOTES])
def test_every_statement_stands_in_its_note(note: dict[str, Any]) -> None:
    if note["entities"]:
        (passage,) = concepts.passages(Source("Note.md", note["text"].encode()))
        asked = concepts.ask(passage, lambda *_: perfect(note))
        assert asked.claims.dropped == {}


def test_a_perfect_model_has_full_marks() -> None:
    answers = iter([perfect(note) for note in NOTES if note["entities"]])
    told = [note for note in NOTES if note["entities"]]
    reader = Reader(lambda *_: next(answers))
    found = [run.read(reader, note) for note in told]
    right, said, there = run.score(run.relations(found), run.gold_relations(told))
    assert right == said == there > 50
