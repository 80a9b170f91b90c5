"""The command itself on a real folder: whatever happens there, the graph becomes what a rebuild makes of it."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Set
from contextlib import contextmanager
from pathlib import Path
from queue import Queue
from threading import Thread
from typing import Any

import pytest

from vaultkit.building.pipeline import build
from vaultkit.config import read_root
from vaultkit.disk.lock import lock

PATIENCE = 60.0
COMMAND = "import sys; from vaultkit.cli.main import graphify; sys.exit(graphify())"
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")


class Watch:
    """A running `graphify watch`."""

    def __init__(self, vault: Path, *options: str) -> None:
        self.vault = vault
        command = [sys.executable, "-c", COMMAND, "watch", str(vault), *options]
        environment = {**os.environ, "VAULTKIT_NOW": "2026-01-02T12:34:56+00:00", "TZ": "UTC"}
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True, env=environment)
        self.out: Queue[str] = Queue()
        self.err: Queue[str] = Queue()
        for stream, queue in ((self.process.stdout, self.out), (self.process.stderr, self.err)):
            Thread(target=lambda lines, into: [into.put(line) for line in lines], args=(stream, queue)).start()

    def update(self) -> dict[str, Any]:
        answer: dict[str, Any] = json.loads(self.out.get(timeout=PATIENCE))
        return answer

    def until(self, changed: Set[str], removed: Set[str] = frozenset()) -> int:
        """How many updates it took until all these files had been told, and no others."""
        for count in range(1, 100):
            update = self.update()
            assert changed >= set(update["changed"]) and removed >= set(update["removed"]), update
            changed, removed = changed - set(update["changed"]), removed - set(update["removed"])
            if not changed and not removed:
                return count
        raise AssertionError("never told")

    def end(self, number: int) -> int:
        self.process.send_signal(number)
        return self.process.wait(PATIENCE)

    def equals_rebuild(self) -> bool:
        root = read_root(self.vault)
        rebuilt = self.vault.parent / "rebuilt"
        build(root, rebuilt, force=True)
        return (root.out / "graph.json").read_bytes() == (rebuilt / "graph.json").read_bytes()


@contextmanager
def watch(vault: Path, *options: str) -> Iterator[Watch]:
    running = Watch(vault, *options)
    try:
        yield running
    finally:
        running.process.kill()
        running.process.wait()


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    vault = tmp_path / "vault"
    (vault / ".obsidian").mkdir(parents=True)
    (vault / "Home.md").write_text("[[Alpha]] [[Beta]] [[sub/Gamma]]")
    (vault / "Alpha.md").write_text("---\naliases: [First]\n---\n[[Beta]]")
    return vault


def wait_for(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.005)


def test_the_graph_follows_the_folder(vault: Path) -> None:
    with watch(vault, "--json") as running:
        assert running.until({"Home.md", "Alpha.md"}) == 1

        notes = {f"burst/n{number}.md" for number in range(200)}
        (vault / "burst").mkdir()
        for note in notes:
            (vault / note).write_text("[[Home]] [[Beta]]")
        assert running.until(notes) <= 2
        assert running.equals_rebuild()

        (vault / "Alpha.md").rename(vault / "Beta.md")
        running.until({"Beta.md"}, {"Alpha.md"})
        assert running.equals_rebuild()

        (vault / "burst" / "n7.md").unlink()
        running.until(set(), {"burst/n7.md"})
        assert running.equals_rebuild()

        shutil.copytree(vault / "burst", vault.parent / "outside")
        (vault / "burst").rename(vault / "sub")
        gone = notes - {"burst/n7.md"}
        running.until({note.replace("burst", "sub") for note in gone}, gone)
        (vault / "sub" / "Gamma.md").write_text("in a folder that was moved: [[n1]]")
        running.until({"sub/Gamma.md"})
        assert running.equals_rebuild()

        (vault / "sub").rename(vault.parent / "away")
        running.until(set(), {"sub/Gamma.md", *(note.replace("burst", "sub") for note in gone)})
        (vault / "deep" / "er").mkdir(parents=True)
        (vault.parent / "outside").rename(vault / "deep" / "er" / "in")
        running.until({note.replace("burst", "deep/er/in") for note in gone})
        (vault / "deep" / "er" / "in" / "n1.md").write_text("in a folder that came from outside: [[Beta]]")
        running.until({"deep/er/in/n1.md"})
        assert running.equals_rebuild()


def test_settings_are_read_again(vault: Path) -> None:
    with watch(vault, "--json") as running:
        running.update()
        (vault / ".obsidian" / "app.json").write_text('{"userIgnoreFilters": ["Alpha"]}')
        assert running.update()["settings_changed"]
        assert running.equals_rebuild()

        (vault / ".vaultkit.toml").write_text("[vault")
        assert ".vaultkit.toml cannot be read" in running.err.get(timeout=PATIENCE)
        (vault / ".vaultkit.toml").write_text('[vault]\nname = "Other"')
        assert running.update()["settings_changed"]
        assert running.equals_rebuild()


def test_it_waits_for_another_builder(vault: Path) -> None:
    with watch(vault, "--json") as running:
        running.update()
        with lock(vault / "graphify-out" / ".lock", patience=PATIENCE):
            (vault / "Beta.md").write_text("[[Home]]")
            assert "waiting" in running.err.get(timeout=PATIENCE)
        running.until({"Beta.md"})
        assert running.equals_rebuild()


def test_it_ends_when_the_vault_is_removed(vault: Path) -> None:
    with watch(vault) as running:
        line = running.out.get(timeout=PATIENCE)
        assert re.match(r"12:34:56  2 new or changed: Alpha.md, Home.md \(\d+ nodes, \d+ edges, ", line)
        shutil.rmtree(vault)
        assert running.process.wait(PATIENCE) == 1
        assert "removed" in running.err.get(timeout=PATIENCE)
        assert not vault.exists()


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 0)])
class TestSignals:
    def test_between_builds(self, vault: Path, number: int, code: int) -> None:
        with watch(vault, "--json") as running:
            running.update()
            self.ends_cleanly(running, number, code)

    def test_while_it_waits(self, vault: Path, number: int, code: int) -> None:
        (vault / "graphify-out").mkdir()
        with lock(vault / "graphify-out" / ".lock", patience=PATIENCE), watch(vault, "--json") as running:
            assert "waiting" in running.err.get(timeout=PATIENCE)
            assert running.end(number) == code

    def test_within_a_build(self, vault: Path, number: int, code: int) -> None:
        for note in range(500):
            (vault / f"n{note}.md").write_text(f"[[n{note // 2}]] and words")
        with watch(vault, "--json") as running:
            wait_for((vault / "graphify-out" / "index.sqlite-wal").exists)
            self.ends_cleanly(running, number, code)
            build(read_root(vault), vault / "graphify-out")
            assert running.equals_rebuild()

    def ends_cleanly(self, running: Watch, number: int, code: int) -> None:
        assert running.end(number) == code
        said = "graphify: interrupted\n" if number == signal.SIGINT else ""
        wait_for(lambda: running.err.qsize() == said.count("\n"))
        assert "".join(running.err.queue) == said
        out = running.vault / "graphify-out"
        assert not list(out.glob(".new-*")) and not list(out.glob("index.sqlite-*"))
        with lock(out / ".lock", patience=0):
            pass
