"""What a memory is taken for: its type, its entities."""

from __future__ import annotations

import argparse
import tomllib
from pathlib import Path

import pytest

from vaultkit.cli.mem.place import add_importance_argument
from vaultkit.memory.mem.entities import entities_of
from vaultkit.memory.mem.entry import parse_data
from vaultkit.memory.mem.kinds import kind_of
from vaultkit.memory.mem.texts import SAMPLE

CASES = tomllib.loads((Path(__file__).parent.parent / "cases" / "memory" / "kinds.toml").read_text("utf-8"))


@pytest.mark.parametrize(("text", "kind"), CASES["cases"].items())
def test_type(text: str, kind: str) -> None:
    assert kind_of(parse_data(text)) == kind


def test_of_a_long_text_the_beginning_tells() -> None:
    for filler in ("x" * SAMPLE, "- " * SAMPLE):
        assert kind_of(f"we decided {filler}") == "decision"
        assert kind_of({"text": f"{filler} we decided"}) == "info"


@pytest.mark.parametrize(("text", "expected"), CASES["entities"].items())
def test_entities(text: str, expected: list[str]) -> None:
    assert set(expected) <= set(entities_of(parse_data(text)))


@pytest.mark.parametrize("text", ["retries are limited to three", "zwei Versuche, dann drei"])
def test_a_number_is_no_subject(text: str) -> None:
    assert not {"three", "zwei", "drei"} & set(entities_of(text))


@pytest.mark.parametrize(("text", "topics"), CASES["topics"].items())
def test_topics_are_what_a_memory_is_about(text: str, topics: list[str]) -> None:
    assert entities_of(parse_data(text))[: len(topics)] == topics


@pytest.mark.parametrize(("written", "letter"), [("h", "h"), ("high", "h"), ("critical", "c")])
def test_importance_by_letter_or_word(written: str, letter: str) -> None:
    parser = argparse.ArgumentParser()
    add_importance_argument(parser)
    assert parser.parse_args(["-i", written]).importance == letter
