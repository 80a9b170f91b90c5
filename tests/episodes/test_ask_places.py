"""One question in a project: its graph and the vault's both answer, by how much of the question stands in a hit."""

from __future__ import annotations

import tomllib
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from vaultkit.building.pipeline import build
from vaultkit.config import read_root
from vaultkit.layers.ask import ask
from vaultkit.layers.question import Question
from vaultkit.memory.shelf.entry import Content
from vaultkit.memory.shelf.places import place_of
from vaultkit.memory.shelf.store import open_store

NOW = datetime.fromisoformat("2026-11-26T10:00:00+01:00")
CASES = tomllib.loads((Path(__file__).parents[1] / "cases" / "ask" / "places.toml").read_text("utf-8"))["case"]


def _built(root: Path, files: dict[str, str]) -> None:
    for path, text in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, "utf-8")
    build(read_root(root), root / "graphify-out")


@pytest.mark.parametrize("case", CASES, ids=[case["what"] for case in CASES])
def test_what_answers_best_is_told_first(case: dict[str, Any], home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    vault, project = home / "vault", home / "project"
    monkeypatch.setenv("VAULTKIT_VAULT", str(vault))
    for root, mark in ((vault, "[vault]\n"), (project, "[project]\n")):
        root.mkdir()
        (root / ".vaultkit.toml").write_text(mark, "utf-8")
    _built(vault, case["vault"])
    if "project" in case:
        _built(project, case["project"])
    with open_store(place_of("default").folder) as store, store.changing():
        for name, text in case.get("shelf", {}).items():
            store.create_knowledge(name, Content(text, scopes=("",)), NOW)
    (project / "src").mkdir()
    told = ask(Question(case["question"], project / "src", NOW), ["graph", "shelf"])
    assert [hit.place.rpartition("/")[2].partition(":")[0] for hit in told.hits] == [
        each.rpartition("/")[2] for each in case["hits"]
    ]
    assert list(told.nowhere) == case.get("nowhere", [])
    if "roots" in case:
        assert [hit.root for hit in told.hits] == case["roots"]
        assert [record["root"] for record in told.record()["hits"]] == case["roots"]
