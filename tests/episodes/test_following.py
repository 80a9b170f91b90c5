"""Watching: one look after each burst, faults told once, and in the end the index that a fresh one would be."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.episodes.test_index_law import dump
from vaultkit.errors import VaultkitError
from vaultkit.memory.episodes.following import LONGEST, QUIET, RESCAN, follow
from vaultkit.memory.episodes.indexing import Indexed, index, reset

_SCRIPT = "import sys; from vaultkit.cli.main import vaultkit; sys.exit(vaultkit())"


class Listener:
    def __init__(self) -> None:
        self.told: list[Indexed] = []
        self.faults: list[str] = []

    def indexed(self, done: Indexed) -> None:
        self.told.append(done)

    def failed(self, fault: VaultkitError) -> None:
        self.faults.append(str(fault))


class Script:
    """Ticks at given times; a step is what happens at a time, and says which paths were touched."""

    def __init__(self, steps: list[tuple[float, list[Path]]]) -> None:
        self.now = 0.0
        self._steps = steps

    def ticks(self) -> Iterator[list[str]]:
        for at, files in self._steps:
            self.now = at
            for file in files:
                file.write_text(f"written at {at}", "utf-8")
            yield [str(file) for file in files]


def test_a_file_that_nobody_can_read_is_refused_and_not_remembered(home: Path) -> None:
    (home / "program.exe").write_bytes(b"x")
    os.mkfifo(home / "pipe.jsonl")
    for path in (home / "program.exe", home / "pipe.jsonl"):
        with pytest.raises(VaultkitError, match="is no note and no transcript"):
            index([path])
    with pytest.raises(VaultkitError, match="nothing is indexed yet"):
        index()


def test_one_look_after_each_burst(home: Path) -> None:
    notes = home / "notes"
    notes.mkdir()
    files = [notes / f"{number}.md" for number in range(5)]
    listener = Listener()
    script = Script(
        [(0, []), (1, files[:2]), (2, files[2:3]), (2 + QUIET, []), (9, files[3:]), (9 + QUIET, []), (12, [])]
    )
    follow([notes], script.ticks(), listener, lambda: script.now)
    assert [done.changed for done in listener.told] == [0, 3, 2]


def test_a_burst_without_end_is_looked_at_nevertheless(home: Path) -> None:
    notes = home / "notes"
    notes.mkdir()
    listener = Listener()
    script = Script([(0, []), *((1 + number, [notes / "a.md"]) for number in range(int(LONGEST) + 1))])
    follow([notes], script.ticks(), listener, lambda: script.now)
    assert len(listener.told) == 2


def test_what_no_event_told_is_found(home: Path) -> None:
    notes = home / "notes"
    notes.mkdir()
    listener = Listener()

    def ticks() -> Iterator[list[str]]:
        yield []
        (notes / "a.md").write_text("text", "utf-8")
        yield []

    times = iter((0.0, RESCAN))
    follow([notes], ticks(), listener, lambda: next(times))
    assert [done.changed for done in listener.told] == [0, 1]


def test_a_fault_is_told_once_and_gone_when_it_is(home: Path) -> None:
    listener, missing = Listener(), home / "missing"

    def ticks() -> Iterator[list[str]]:
        yield []
        yield []
        missing.mkdir()
        yield []

    times = iter((0.0, 31.0, 62.0))
    state = home / "state"
    state.write_text("no folder", "utf-8")

    def clock() -> float:
        now = next(times)
        if now > 60:
            state.unlink()
        return now

    follow([missing], ticks(), listener, clock)
    assert len(listener.faults) == 1
    assert len(listener.told) == 1


def test_a_watched_folder_ends_as_a_fresh_index(home: Path) -> None:
    notes = home / "notes"
    (notes / "sub").mkdir(parents=True)
    command = [sys.executable, "-c", _SCRIPT, "episodes", "watch", str(notes), "--json"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, text=True, env=os.environ | {"PYTHONUNBUFFERED": "1"}
    ) as watch:
        assert watch.stdout is not None
        watch.stdout.readline()
        for number in range(60):
            (notes / f"talk_{number}.md").write_text(f"turn {number} about the cache", "utf-8")
        for number in range(0, 60, 3):
            os.replace(notes / f"talk_{number}.md", notes / "sub" / f"talk_{number}.md")
        for number in range(1, 60, 3):
            (notes / f"talk_{number}.md").unlink()
        seen = 0
        for line in watch.stdout:
            done = json.loads(line)
            seen = done["sources"]
            if seen == 40:
                break
        watch.send_signal(signal.SIGTERM)
        assert watch.wait(30) == 0
    assert seen == 40
    followed = dump()
    reset()
    index([notes])
    assert followed == dump()
