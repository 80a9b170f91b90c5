"""The worker of a root: the graph comes to be what a rebuild writes, whoever fails, is killed or comes at once."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.hooks.world import NOTE, World
from tests.program import rebuilt, written
from vaultkit.disk.lock import lock
from vaultkit.disk.logbook import last_entry, log
from vaultkit.disk.spawn import WORKER
from vaultkit.sessions.overview import read_overview
from vaultkit.worker import Pace, work

AT_ONCE = Pace(0, 0, 0, 0)


def assert_whole(world: World) -> None:
    """The graph is what a build from nothing writes, and nothing is left to do."""
    assert world.state("vault").marks() == ()
    assert world.state("vault").last_error() == ""
    assert written(world.vault / "graphify-out") == rebuilt(world.vault, world.folder / "rebuilt")


def test_work_is_done_and_told(world: World) -> None:
    state = world.state("vault")
    state.mark()
    work(state, AT_ONCE)
    assert_whole(world)
    overview = read_overview(state.overview)
    assert overview is not None and (overview.name, overview.kind, overview.notes) == ("Memory", "vault", 4)
    assert "notes/Beta.md" in [god.path for god in overview.gods]
    assert [note.path for note in overview.conventions] == ["API style.md"]
    assert "nodes" in last_entry(state.log)


def test_without_a_mark_nothing_is_built(world: World) -> None:
    work(world.state("vault"), AT_ONCE)
    assert not (world.vault / "graphify-out").exists()


def test_the_overview_is_the_same_for_the_same_graph(world: World) -> None:
    state = world.state("vault")
    for _ in range(2):
        state.mark("rebuild")
        work(state, AT_ONCE)
        before, _ = state.overview.read_bytes(), state.overview.unlink()
    state.mark()
    work(state, AT_ONCE)
    assert state.overview.read_bytes() == before


def test_a_rebuild_renews_the_stamp(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    state, record = world.state("vault"), world.vault / "graphify-out" / "build.json"
    stamps = []
    for mark, now in (("dirty", "2026-12-01T01:00"), ("dirty", "2026-12-02T01:00"), ("rebuild", "2026-12-03T01:00")):
        monkeypatch.setenv("VAULTKIT_NOW", now)
        (world.vault / "Alpha.md").write_text(NOTE.format("Alpha") + now)
        state.mark("rebuild" if mark == "rebuild" else "dirty")
        work(state, AT_ONCE)
        stamps.append(json.loads(record.read_bytes())["rebuilt_at"][:10])
    assert stamps == ["2026-12-01", "2026-12-01", "2026-12-03"]


def test_a_failure_is_told_and_made_good(world: World) -> None:
    state, settings = world.state("vault"), world.vault / ".vaultkit.toml"
    settings.write_text("[vault]\nnonsense = 1\n")
    state.mark("rebuild")
    work(state, AT_ONCE)
    assert "nonsense" in state.last_error() and "failed: " in last_entry(state.log)
    assert state.marks() == ("rebuild",) and not state.is_marked()
    settings.write_text("[vault]\n")
    state.mark()
    work(state, AT_ONCE)
    assert_whole(world)


def test_there_is_one_worker(world: World) -> None:
    state = world.state("vault")
    state.mark()
    with lock(state.lock, patience=0):
        work(state, AT_ONCE)
    assert state.is_marked() and not state.log.exists()


def test_marks_set_at_any_moment_are_seen(world: World) -> None:
    """Every note was written before its mark was set; the last worker to end has seen all of them."""
    state = world.state("vault")
    script = (
        f"{WORKER.replace('main()', '')}"
        "from vaultkit.disk.root_state import root_state; from vaultkit.worker import *\n"
    )
    script += "work(root_state(sys.argv[1]), Pace(0, 0, 0, 0))"
    workers = []
    for number in range(6):
        (world.vault / f"Note {number}.md").write_text(NOTE.format(number))
        state.mark()
        workers.append(subprocess.Popen([sys.executable, "-c", script, state.root], stderr=subprocess.PIPE))
    for worker in workers:
        assert worker.communicate(timeout=60) == (None, b"") and worker.returncode == 0
    assert_whole(world)


def test_killed_workers_leave_their_work_to_the_next(world: World) -> None:
    state, dice = world.state("vault"), random.Random(1)
    for number in range(5):
        (world.vault / f"Note {number}.md").write_text(NOTE.format(number) + f"[[Note {number + 1}]]")
        state.mark()
        worker = subprocess.Popen([sys.executable, "-c", WORKER, state.root])
        time.sleep(dice.uniform(0.1, 0.9))
        worker.send_signal(signal.SIGKILL)
        worker.wait()
        assert not state.is_worked_on()
    state.mark()
    work(state, AT_ONCE)
    assert_whole(world)


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="/proc shows what a process holds")
def test_what_is_started_outlives_the_hook(world: World) -> None:
    """It is of another session and holds no pipe: `World.say` returns though the worker goes on."""
    event = {"hook_event_name": "PostToolUse", "tool_name": "Write", "tool_input": {"file_path": "vault/Alpha.md"}}
    world.say(event)
    worker = world.worker("vault")
    assert os.getsid(worker) == worker
    assert {os.readlink(each) for each in Path(f"/proc/{worker}/fd").iterdir()} & {os.devnull} == {os.devnull}
    assert all(not os.readlink(each).startswith("pipe:") for each in Path(f"/proc/{worker}/fd").iterdir())
    world.settle("vault")
    assert_whole(world)


def test_logs_do_not_grow(tmp_path: Path) -> None:
    file = tmp_path / "logs" / "worker.log"
    for number in range(40):
        log(file, f"{number}\n" + "x" * 20_000)
    assert {each.name for each in file.parent.iterdir()} == {"worker.log", "worker.log.1"}
    assert all(each.stat().st_size < 300_000 for each in file.parent.iterdir())
    assert last_entry(file).split()[2] == "39" and last_entry(tmp_path / "none") == ""
