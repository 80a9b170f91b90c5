"""Many processes on one shelf lose nothing, and neither does one that is killed."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import time
from pathlib import Path

from tests.shelf.shelves import shelf
from vaultkit.memory.shelf.messages import message_of, session_messages

PROCESSES, TURNS = 16, 200
WRITER = """
import sys
from datetime import UTC, datetime
from pathlib import Path
from vaultkit.memory.shelf.messages import log
from vaultkit.memory.shelf.store import open_store

folder, writer, turns = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
with open_store(folder) as store:
    for turn in range(turns):
        session = f"session-{turn % 2}" if writer else "alone"
        entry = log(store, session, "user", f"{writer} says {turn}", "my-app", datetime.now(UTC))
        print(entry.name, turn, flush=True)
"""
"""Logs into one of two sessions that all share; each line it prints is a message that it may rely on."""


def start(folder: Path, writer: str, turns: int) -> subprocess.Popen[str]:
    command = [
        sys.executable,
        "-c",
        f"import sys\nsys.path[:0] = {sys.path!r}\n{WRITER}",
        str(folder),
        writer,
        str(turns),
    ]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def test_sixteen_writers_of_a_new_shelf_lose_nothing(tmp_path: Path) -> None:
    writers = [start(tmp_path / "shelf", f"writer {number}", TURNS) for number in range(PROCESSES)]
    said = [writer.communicate(timeout=300) for writer in writers]
    assert [error for _, error in said if error] == []
    names = [line.split()[0] for out, _ in said for line in out.splitlines()]
    assert len(names) == len(set(names)) == PROCESSES * TURNS
    with shelf(tmp_path / "shelf") as store:
        logged = [*session_messages(store, "session-0"), *session_messages(store, "session-1")]
        assert {entry.name for entry in logged} == set(names)
        texts = [message_of(entry).text for entry in logged]
        assert sorted(texts) == sorted(f"writer {n} says {turn}" for n in range(PROCESSES) for turn in range(TURNS))
        for number in range(PROCESSES):  # what one process says stays in its order
            own = [int(text.split()[-1]) for text in texts if text.startswith(f"writer {number} ")]
            assert own == [*range(0, TURNS, 2), *range(1, TURNS, 2)]
        assert [entry.created_at for entry in logged[:10]] == sorted(entry.created_at for entry in logged[:10])


def test_what_was_acknowledged_outlives_kill_9(tmp_path: Path) -> None:
    randomness = random.Random(1)
    acknowledged: set[str] = set()
    for _ in range(12):
        writer = start(tmp_path, "", 10_000)
        assert writer.stdout is not None
        acknowledged.update(writer.stdout.readline().split()[:1])
        time.sleep(randomness.random() * 0.08)
        writer.send_signal(signal.SIGKILL)
        lines = writer.communicate()[0].splitlines(keepends=True)
        acknowledged.update(line.split()[0] for line in lines if line.endswith("\n"))
        with shelf(tmp_path) as store:
            names = [entry.name for entry in session_messages(store, "alone")]
            assert acknowledged <= set(names)
            assert len(names) == len(set(names))
            assert store.connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
