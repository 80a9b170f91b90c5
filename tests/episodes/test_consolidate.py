"""A plan names what recurs and what is alike, and nothing is changed by it."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaultkit.config import read_root
from vaultkit.writing.alike import alike
from vaultkit.writing.consolidate import consolidation, plan_text
from vaultkit.writing.recurring import Line, recurring

TODAY = date(2026, 11, 28)


@pytest.fixture
def vault(home: Path) -> Path:
    root = home / "vault"
    (root / "journal").mkdir(parents=True)
    (root / ".vaultkit.toml").write_text("[vault]\n", "utf-8")
    for day in (24, 25, 26):
        text = f"# Day\n\n- looked into vector search, see [[Vector DB]]\n- 缓存设计 {day}\n- [[Retry A]]\n"
        (root / "journal" / f"2026-11-{day}.md").write_text(text, "utf-8")
    (root / "journal" / "2026-01-01.md").write_text("- an ancient thing, an ancient thing\n", "utf-8")
    body = "Backoff doubles after every timeout, the queue drains slowly, poison messages wait in quarantine."
    for name in ("Retry A", "Retry B"):
        (root / f"{name}.md").write_text(f"# {name}\n\n{body}\n", "utf-8")
    (root / "Other.md").write_text("# Other\n\nNothing in common with anything else here.\n", "utf-8")
    return root


def notes_of(vault: Path) -> dict[Path, bytes]:
    return {file: file.read_bytes() for file in vault.rglob("*.md") if "graphify-out" not in file.parts}


def test_a_plan(vault: Path) -> None:
    before = notes_of(vault)
    found = consolidation(read_root(vault), TODAY)
    assert [each.name for each in found.missing] == ["Vector DB"]
    assert [each.path for each in found.notes] == ["Retry A.md"]
    assert {"vector search", "缓存设计"} == {each.phrase for each in found.phrases}
    assert [(pair.one, pair.other) for pair in found.merges] == [("Retry A.md", "Retry B.md")]
    assert "ancient" not in plan_text(found, 3)
    assert notes_of(vault) == before


LINES = st.lists(
    st.builds(
        Line,
        st.sampled_from(("2026-01-01", "2026-01-02", "2026-01-03")),
        st.just("a.md"),
        st.integers(1, 9),
        st.lists(st.sampled_from(("cache", "parser", "the", "retry", "缓存")), max_size=5).map(" ".join),
    ),
    max_size=12,
)


@given(lines=LINES, least=st.integers(1, 3))
def test_what_recurs_stands_on_as_many_days(lines: list[Line], least: int) -> None:
    for each in recurring(lines, least):
        assert len({line.day for line in each.lines}) == len(each.lines) >= least
        assert all(word in line.text for line in each.lines for word in each.phrase.split())


@given(
    texts=st.dictionaries(
        st.integers(0, 9).map(str), st.text("abcdef ", max_size=60).map(lambda text: " ".join(text)), max_size=8
    )
)
def test_likeness_is_of_pairs_and_at_most_whole(texts: dict[str, str]) -> None:
    for pair in alike(texts):
        assert pair.one < pair.other
        assert 0.6 <= pair.cosine <= 1.0
