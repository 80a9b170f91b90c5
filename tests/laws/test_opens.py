"""Law 1, the second half: an update opens the files that changed, all of them and no others."""

from __future__ import annotations

import os
import random
import sys
import time
from pathlib import Path

import pytest

from extractors.texts.readable import is_read
from tests.laws.vaults import Vault
from tests.program import update
from vaultkit.building.reading import read
from vaultkit.disk.filestat import Stat, is_settled, settle
from vaultkit.indexing.index import Known

SECOND = 1_000_000_000
_opened: list[str] = []


def _note_opens(event: str, arguments: tuple[object, ...]) -> None:
    if event == "open" and isinstance(arguments[0], str | os.PathLike):
        _opened.append(os.fspath(arguments[0]))


sys.addaudithook(_note_opens)


def opened_by_update(vault: Vault) -> list[str]:
    """The notes and canvases that an update opens, as paths in the vault."""
    _opened.clear()
    update(vault.path)
    inside = [path for path in _opened if path.startswith(f"{vault.path}/") and is_read(path)]
    return sorted(os.path.relpath(path, vault.path) for path in inside)


def looks(vault: Vault) -> dict[str, tuple[int, ...]]:
    found = {}
    for path in vault.path.rglob("*"):
        if is_read(path.name) and "graphify-out" not in path.parts:
            stat = path.stat()
            found[str(path.relative_to(vault.path))] = (stat.st_size, stat.st_mtime_ns, stat.st_ctime_ns)
    return found


@pytest.mark.parametrize("seed", range(3))
def test_only_what_changed_is_opened(tmp_path: Path, seed: int) -> None:
    vault, dice = Vault(tmp_path / "vault"), random.Random(seed)
    vault.write_crowd()
    assert opened_by_update(vault) == sorted(looks(vault))
    for _ in range(15):
        before = looks(vault)
        for _ in range(dice.randint(1, 3)):
            vault.befall(dice)
        after = looks(vault)
        assert opened_by_update(vault) == sorted(path for path in after if after[path] != before.get(path))
        assert opened_by_update(vault) == []


def test_a_file_read_in_the_tick_of_its_change_is_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    vault = Vault(tmp_path / "vault")
    vault.write_note("", "Old", "", "x")
    update(vault.path)
    vault.write_note("", "New", "", "y")
    changed_ns = (vault.path / "New.md").stat().st_ctime_ns
    with monkeypatch.context() as patch:
        patch.setattr("vaultkit.building.freshness.settle", lambda stats: None)
        patch.setattr("vaultkit.building.reading.time.time_ns", lambda: changed_ns)  # however slow the machine is
        assert opened_by_update(vault) == ["New.md"]
    assert opened_by_update(vault) == ["New.md"]
    assert opened_by_update(vault) == []


@pytest.mark.parametrize(
    "mtime, ctime, settled",
    [
        (-SECOND, -SECOND, True),
        (-SECOND, 0, False),
        (0, -SECOND, False),
        (1000 * SECOND, 0, False),
        (1000 * SECOND, -SECOND, True),
        (5_000_000, 5_000_000, False),
    ],
)
def test_settled_is_what_no_unseen_write_can_follow(mtime: int, ctime: int, settled: bool) -> None:
    now = 1_700_000_000_123_456_789
    assert is_settled(Stat(1, now + mtime, now + ctime), now) is settled


@pytest.mark.parametrize("ago, settled", [(1, False), (5, True)])
def test_times_in_whole_seconds_have_longer_ticks(ago: int, settled: bool) -> None:
    now = 1_700_000_000 * SECOND
    assert is_settled(Stat(1, now - ago * SECOND, now - ago * SECOND), now) is settled


def test_settling_waits_for_the_tick_and_no_longer() -> None:
    now = time.time_ns()
    settle([Stat(1, now, now), Stat(1, now + 1000 * SECOND, now - SECOND)])
    waited = time.time_ns()
    assert is_settled(Stat(1, now, now), waited)
    settle([Stat(1, now + 1000 * SECOND, now + 1000 * SECOND)])


def test_a_reading_is_settled_only_after_the_tick(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("x")
    for ago, settled in ((0, False), (SECOND, True)):
        time_ns = time.time_ns() - ago
        reading = read(tmp_path, "a.md", Stat(1, time_ns, time_ns), False, None)
        assert reading is not None and isinstance(reading.known, Known) and reading.known.settled is settled
