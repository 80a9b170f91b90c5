"""Cases of reading: sections of notes, times in questions, turns of transcripts in each client's format."""

from __future__ import annotations

import time
import tomllib
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from vaultkit.memory.episodes import markdown
from vaultkit.memory.episodes.reading import conversation
from vaultkit.memory.episodes.sources import kind_of
from vaultkit.memory.periods import timed

CASES = Path(__file__).parent.parent / "cases" / "episodes"
NOW = datetime.fromisoformat("2026-11-26T10:00:00+01:00")


def cases(name: str, key: str) -> list[Any]:
    found = tomllib.loads((CASES / name).read_text("utf-8"))["case"]
    return [pytest.param(case, id=case[key]) for case in found]


@pytest.fixture(autouse=True)
def utc(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", "UTC")
    time.tzset()


@pytest.mark.parametrize("case", cases("sections.toml", "name"))
def test_sections(case: dict[str, Any]) -> None:
    found = markdown.read(case["text"], case.get("path", "note.md"))
    told = [[each.line, list(each.headings), each.at, each.text.rstrip("\n")] for each in found.passages]
    assert [[line, headings, at, text.lstrip("\n")] for line, headings, at, text in told] == case["sections"]


@pytest.mark.parametrize("case", cases("times.toml", "question"))
def test_times(case: dict[str, Any]) -> None:
    found = timed(case["question"], NOW)
    days = [found.period.first.isoformat(), found.period.last.isoformat()] if found.period else None
    assert days == case.get("days")
    assert bool(found.period and found.period.is_relative) == case.get("relative", False)
    assert found.rest == case.get("rest", found.rest)


@pytest.mark.parametrize("file", sorted(CASES.glob("transcripts/*.json*")), ids=lambda file: file.name)
def test_transcripts(file: Path) -> None:
    expected = tomllib.loads(file.with_suffix(".toml").read_text("utf-8"))
    kind = kind_of(str(file))
    assert kind is not None
    found = conversation(kind, str(file), file.read_text("utf-8"))
    assert [[turn.speaker, turn.at, turn.line, turn.anchor, turn.text] for turn in found.turns()] == expected["turns"]
    assert (found.title, found.skipped) == (expected["title"], expected["skipped"])
