"""Law 2: same input, same bytes, whatever the order, the hash seed, the clock and the place."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.laws.vaults import Vault
from tests.program import copy_example, graphify, update, written


@pytest.fixture(scope="module")
def sources(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The example vault with a crowd of notes that touch each other."""
    vault = Vault(tmp_path_factory.mktemp("sources") / "vault")
    vault.write_crowd()
    dice = random.Random(1)
    for _ in range(150):
        vault.befall(dice)
    copied = copy_example(vault.path.parent / "example")
    files = [path for folder in (copied, vault.path) for path in folder.rglob("*") if path.is_file()]
    return {
        str(path.relative_to(copied if copied in path.parents else vault.path)): path.read_bytes() for path in files
    }


def lay_out(folder: Path, sources: dict[str, bytes], dice: random.Random) -> Path:
    """The same files, made in another order."""
    for path in dice.sample(sorted(sources), len(sources)):
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(sources[path])
    return folder


def test_order_seed_clock_and_place(tmp_path: Path, sources: dict[str, bytes]) -> None:
    found = []
    for number, now in enumerate(("2001-02-03T04:05:06+00:00", "2026-10-12T08:00:00+02:00", "2040-01-01")):
        vault = lay_out(tmp_path / f"{number}/{'far/' * number}vault", sources, random.Random(number))
        env = {"PYTHONHASHSEED": str(number), "VAULTKIT_NOW": now, "TZ": ("UTC", "Asia/Tokyo", "America/Lima")[number]}
        assert graphify(vault, env=env).returncode in (0, 1)
        answers = [graphify("gods", "--json", "--top", "1000", cwd=vault, env=env).stdout]
        found.append((written(vault / "graphify-out"), answers))
    assert found[0] == found[1] == found[2]


def test_directory_order(tmp_path: Path, sources: dict[str, bytes], monkeypatch: pytest.MonkeyPatch) -> None:
    scandir, dice, found = os.scandir, random.Random(7), []

    @contextmanager
    def shuffled(folder: str) -> Iterator[list[os.DirEntry[str]]]:
        with scandir(folder) as entries:
            listed = list(entries)
        yield dice.sample(listed, len(listed))

    monkeypatch.setattr("vaultkit.scanning.entries.os.scandir", shuffled)
    for number in range(3):
        vault = lay_out(tmp_path / str(number) / "vault", sources, dice)
        update(vault)
        found.append(written(vault / "graphify-out"))
    assert found[0] == found[1] == found[2]
