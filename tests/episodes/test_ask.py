"""One question to all layers: what is the same is told once, a budget holds, faults of a layer are told."""

from __future__ import annotations

import argparse
import subprocess
from datetime import datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph.asking.fusion import fused
from vaultkit.backends.recalling import BACKENDS
from vaultkit.building.pipeline import build
from vaultkit.cli.episodes import search
from vaultkit.config import read_root, user_config
from vaultkit.errors import UsageError, VaultkitError
from vaultkit.in_force import settings_in_force
from vaultkit.layers.ask import ask, merged
from vaultkit.layers.question import Question
from vaultkit.memory.episodes.indexing import index
from vaultkit.memory.hit import Hit
from vaultkit.memory.recall.answering import Asked
from vaultkit.memory.recall.answering import store as remember
from vaultkit.memory.recall.settings import Settings
from vaultkit.memory.shelf.entry import Content
from vaultkit.memory.shelf.places import place_of
from vaultkit.memory.shelf.store import open_store

NOW = datetime.fromisoformat("2026-11-26T10:00:00+01:00")


@pytest.fixture
def vault(home: Path) -> Path:
    """A vault with a graph, two journal notes, and a shelf that holds one of their lines."""
    root = home / "vault"
    (root / "journal").mkdir(parents=True)
    (root / ".vaultkit.toml").write_text("[vault]\n", "utf-8")
    (root / "journal" / "2026-11-18.md").write_text("# Wednesday\n\nWe moved the cache to SQLite.\n", "utf-8")
    (root / "journal" / "2026-10-01.md").write_text("# Thursday\n\nThe cache was in JSON files.\n", "utf-8")
    build(read_root(root), root / "graphify-out")
    index([root / "journal"])
    with open_store(place_of("default").folder) as store, store.changing():
        store.create_knowledge("cache", Content("We moved the  cache to SQLite.", scopes=("",)), NOW)
    return root


def test_what_several_layers_found_is_told_once(vault: Path) -> None:
    told = ask(Question("where is the cache", vault, NOW))
    moved = [hit for hit in told.hits if "moved" in hit.text]
    assert len(moved) == 1
    assert "also" in moved[0].why and moved[0].date == "2026-11-18"
    assert set(told.silent) == {"git"}


def test_a_time_limits_every_layer_that_knows_times(vault: Path) -> None:
    told = ask(Question("what about the cache last week", vault, NOW))
    assert {hit.date[:10] for hit in told.hits if hit.date} == {"2026-11-18"}
    assert not any("2026-10-01" in hit.place for hit in told.hits)


def test_what_is_of_the_time_comes_before_what_has_none(vault: Path) -> None:
    (vault / "Cache.md").write_text("# Cache\n\nWhat we know about the cache: cache, cache and cache.\n", "utf-8")
    build(read_root(vault), vault / "graphify-out")
    dated = [bool(hit.date) for hit in ask(Question("what about the cache last week", vault, NOW)).hits]
    assert dated == sorted(dated, reverse=True) and not all(dated)


def test_an_empty_question_is_said_so(vault: Path) -> None:
    parser = argparse.ArgumentParser()
    search.add_arguments(parser)
    with pytest.raises(UsageError, match="the question is empty"):
        search.run(parser.parse_args(["  "]))


def test_what_is_in_force_is_listed_with_who_says_so(vault: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(vault.parent / "config"))
    own = user_config()
    own.parent.mkdir(parents=True)
    own.write_text("[episodes]\nhalf_life = 30\ntranscripts = true\n[embed]\nmodel = 'bge-m3'\n", "utf-8")
    (vault / ".vaultkit.toml").write_text("[vault]\n[episodes]\nhalf_life = 7\nsources = ['old']\n", "utf-8")
    told = {each.key: (each.value, each.source) for each in settings_in_force(None, vault)}
    assert told["episodes.half_life"] == (7, str(vault / ".vaultkit.toml"))
    assert told["episodes.sources"] == ([str(vault / "old")], str(vault / ".vaultkit.toml"))
    assert told["episodes.transcripts"] == (True, str(own))
    assert told["episodes.notes"] == (False, "default")
    assert (told["embed.model"], told["embed.weight"]) == (("bge-m3", str(own)), (0.1, "default"))


def test_what_was_done_is_all_of_a_time(vault: Path) -> None:
    for question in ("what did I do last week?", "上周做了什么", "last week"):
        told = ask(Question(question, vault, NOW), ["episodes"])
        assert [hit.text for hit in told.hits] == ["We moved the cache to SQLite."]


@pytest.mark.parametrize("budget", [100, 120, 200])
def test_the_budget_holds(vault: Path, budget: int) -> None:
    (vault / "journal" / "2026-11-19.md").write_text("cache " * 400, "utf-8")
    index()
    told = ask(Question("cache", vault, NOW), budget=budget)
    assert told.hits and told.tokens <= budget and told.truncated


def test_what_was_just_written_is_found(vault: Path) -> None:
    (vault / "journal" / "2026-11-26.md").write_text("The gizmo broke.", "utf-8")
    assert "gizmo" in ask(Question("gizmo", vault, NOW), ["episodes"]).hits[0].text
    (vault / "journal" / "2026-11-26.md").unlink()
    assert not any("gizmo" in hit.text for hit in ask(Question("gizmo", vault, NOW), ["episodes"]).hits)


def test_layers_are_chosen(vault: Path) -> None:
    assert {hit.layer for hit in ask(Question("cache", vault, NOW), ["shelf"]).hits} == {"shelf"}
    with pytest.raises(UsageError, match="did you mean 'shelf'"):
        ask(Question("cache", vault, NOW), ["shelff"])


def test_no_layer_at_all_is_an_error(home: Path) -> None:
    (home / "empty").mkdir()
    with pytest.raises(VaultkitError, match="nothing is indexed"):
        ask(Question("cache", home / "empty", NOW))


def test_memories_in_git_are_a_layer(vault: Path) -> None:
    subprocess.run(["git", "init", "-q", str(vault)], check=True)
    identity = ["-c", "user.name=a", "-c", "user.email=a@b.example"]
    subprocess.run(["git", "-C", str(vault), *identity, "commit", "-qm", "first", "--allow-empty"], check=True)
    assert ask(Question("cache", vault, NOW), ["git"]).hits == ()
    remember(Asked(vault, Settings(), NOW), "cache", "The cache is emptied at night.")
    told = ask(Question("when is the cache emptied", vault, NOW), ["git"])
    assert [(hit.text.strip(), hit.why) for hit in told.hits] == [
        ("The cache is emptied at night.", "has cache, emptied")
    ]


def test_the_router_asks_episodes() -> None:
    assert {"episodes", "shelf"} <= set(BACKENDS)


RANKINGS = st.lists(st.lists(st.integers(0, 9), unique=True, max_size=6), min_size=1, max_size=4)


@given(rankings=RANKINGS, better=st.integers(0, 9))
def test_a_better_rank_never_hurts(rankings: list[list[int]], better: int) -> None:
    order = [each for each, _ in fused(rankings)]
    raised = [[better, *(each for each in ranking if each != better)] for ranking in rankings]
    assert next(each for each, _ in fused(raised)) == better
    assert sorted(order) == sorted({each for ranking in rankings for each in ranking})


TEXTS = st.sampled_from(("one", "One ", "two", "three"))
HITS = st.builds(
    lambda at, text: Hit("episodes", f"{at}{text}", f"/a.md:{at}", "", text, "why"), st.integers(1, 4), TEXTS
)


@given(first=st.lists(HITS, max_size=6), second=st.lists(HITS, max_size=6))
def test_nothing_is_told_twice_and_nothing_is_lost(first: list[Hit], second: list[Hit]) -> None:
    told = merged({"episodes": first, "graph": second})
    texts = [" ".join(hit.text.casefold().split()) for hit in told]
    assert len(set(texts)) == len(texts)
    assert len({hit.place for hit in told}) == len(told)
    assert bool(told) == bool(first or second)
