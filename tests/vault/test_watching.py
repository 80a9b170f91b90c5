"""Which events count, when a burst is over, and what the loop does when a build fails."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaultkit.building.pipeline import NOBODY
from vaultkit.building.watching import RESCAN, RETRY, Update, keep_up_to_date, matters
from vaultkit.config import Root, read_root
from vaultkit.disk.burst import LONGEST, QUIET, Burst
from vaultkit.errors import VaultkitError

CASES = Path(__file__).parent.parent / "cases" / "watch" / "events.txt"
TICK = 0.125
lines = [line.split("|") for line in CASES.read_text().splitlines() if not line.startswith("#")]


@pytest.mark.parametrize(("counts", "kind", "path"), [tuple(map(str.strip, line)) for line in lines])
def test_events(counts: str, kind: str, path: str) -> None:
    root = Root(Path("/vault"), "vault" if kind == "vault" else "project", "root")
    absolute = os.path.normpath(root.path / path)
    outs = [root.path / "public" / "graph"] if path.startswith("public") else [root.out, Path("/elsewhere/out")]
    assert {matters(absolute, root, out) for out in outs} == {counts == "yes"}


def test_everything_counts_below_the_root_of_the_disk() -> None:
    assert matters(f"{os.sep}note.md", Root(Path(os.sep), "vault", "root"), Path("/out"))


@given(st.lists(st.booleans(), max_size=200))
def test_every_event_is_followed_by_one_update(touched: list[bool]) -> None:
    burst, began, last = Burst(), None, 0.0
    for number, each in enumerate([*touched, *[False] * 20]):
        now = number * TICK
        if each:
            began, last = now if began is None else began, now
        is_due = began is not None and (now - last >= QUIET or now - began >= LONGEST)
        assert burst.is_over(each, now) == is_due
        began = None if is_due else began
    assert began is None


class Listener:
    watcher = NOBODY

    def __init__(self) -> None:
        self.told: list[str] = []

    def updated(self, update: Update) -> None:
        self.told.append(f"{len(update.built.changed)} changed")

    def failed(self, fault: VaultkitError) -> None:
        self.told.append(str(fault).partition(";")[0])


def test_a_failed_update_is_told_once_and_tried_again(tmp_path: Path) -> None:
    root = read_root(tmp_path)
    (tmp_path / "a.md").write_text("a")
    out, listener, time = tmp_path / "taken", Listener(), [0.0]
    out.write_text("")

    def ticks() -> Iterator[list[str]]:
        yield []
        for _ in range(3):
            time[0] += RETRY
            yield []
        out.unlink()
        time[0] += RETRY - 1
        yield []
        assert listener.told == [f"{out} is a file"]
        time[0] += 1
        yield []
        time[0] += RETRY
        yield []

    keep_up_to_date(root, out, ticks(), listener, lambda: time[0])
    assert listener.told == [f"{out} is a file", "1 changed"]


def test_what_no_event_told_is_found_later(tmp_path: Path) -> None:
    root = read_root(tmp_path)
    (tmp_path / "a.md").write_text("a")
    listener, time = Listener(), [0.0]

    def ticks() -> Iterator[list[str]]:
        yield []
        (tmp_path / "b.md").write_text("b")
        time[0] = RESCAN - 1
        yield [str(root.out / "graph.json"), str(tmp_path / ".git" / "index")]
        assert listener.told == ["1 changed"]
        time[0] = RESCAN
        yield []

    keep_up_to_date(root, root.out, ticks(), listener, lambda: time[0])
    assert listener.told == ["1 changed", "1 changed"]


def test_a_folder_in_the_place_of_the_root_is_not_the_root(tmp_path: Path) -> None:
    (tmp_path / "vault").mkdir()
    (tmp_path / "vault" / "a.md").write_text("a")
    root = read_root(tmp_path / "vault")

    def ticks() -> Iterator[list[str]]:
        yield []
        root.path.rename(tmp_path / "moved")
        root.path.mkdir()
        yield []

    with pytest.raises(VaultkitError, match="removed, moved or replaced"):
        keep_up_to_date(root, root.out, ticks(), Listener())
    assert list(root.path.iterdir()) == []
