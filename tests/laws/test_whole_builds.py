"""Law 5: a reader never sees half a build, whoever is killed, waits, or damages what a build wrote."""

from __future__ import annotations

import json
import multiprocessing
import os
import random
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.synchronize import Event
from pathlib import Path

import pytest

from tests.laws.vaults import Vault
from tests.program import (
    ARTIFACTS,
    GRAPHIFY,
    copy_example,
    failed_clearly,
    graphify,
    rebuilt,
    update,
    written,
)
from vaultkit.disk.database import IndexChanged
from vaultkit.disk.lock import lock
from vaultkit.indexing.index import open_for_reading

KILLS = 12
MOMENTS = ("open", "os.rename", "os.remove", "sqlite3.connect", "tempfile.mkstemp", "os.chmod", "fcntl.flock")


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    """The example, built."""
    copied = copy_example(tmp_path / "vault")
    update(copied)
    return copied


def build_until(vault: Path, moment: int) -> int:
    """A child builds, and is killed at its call of the system with this number; how many there were, if it ends."""
    pipe_out, pipe_in = os.pipe()
    child = os.fork()
    if not child:
        seen = 0

        def count(event: str, _: tuple[object, ...]) -> None:
            nonlocal seen
            if event in MOMENTS:
                seen += 1
                if seen == moment:
                    os.kill(os.getpid(), signal.SIGKILL)

        sys.addaudithook(count)
        update(vault)
        os.write(pipe_in, str(seen).encode())
        os._exit(0)
    os.close(pipe_in)
    os.waitpid(child, 0)
    with os.fdopen(pipe_out) as answer:
        return int(answer.read() or 0)


def changed(vault: Path, text: str) -> None:
    """Every kind of change at once; how many files it touches is always the same."""
    (vault / "Home.md").write_text(f"{text} [[New {text}]]")
    (vault / f"New {text}.md").write_text("[[Home#Nowhere]]")
    next(vault.glob("Moved *.md"), vault / "tools" / "Docker.md").rename(vault / f"Moved {text}.md")


def test_a_killed_build_leaves_the_old_one(vault: Path, tmp_path: Path) -> None:
    out = vault / "graphify-out"
    changed(vault, "first")
    moments = build_until(vault, 0)
    assert moments > 2 * len(ARTIFACTS)
    last_ones = range(moments - len(ARTIFACTS), moments + 1)
    for moment in [*range(1, moments - len(ARTIFACTS), max(1, moments // (KILLS - 6))), *last_ones]:
        before = written(out, ARTIFACTS)
        changed(vault, f"kill {moment}")
        assert build_until(vault, moment) == 0
        json.loads((out / "graph.json").read_bytes())
        after = written(out, ARTIFACTS)
        replaced = [name for name in ARTIFACTS if after[name] != before[name]]
        assert replaced == [name for name in ARTIFACTS[: len(replaced)] if name in replaced]
        with open_for_reading(out / "index.sqlite") as index:
            assert len(list(index.graph.nodes())) == json.loads(index.meta("counts"))["nodes"]
        update(vault)
        assert written(out) == rebuilt(vault, tmp_path / "rebuilt")
        assert sorted(os.listdir(out)) == sorted([*ARTIFACTS, "index.sqlite", ".lock"])


def heeding_interrupts() -> None:
    """Who is started in the background of a shell is told to ignore them, and passes that on."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def test_an_interrupted_build_leaves_the_old_one(vault: Path) -> None:
    before = written(vault / "graphify-out", ARTIFACTS)
    changed(vault, "x")
    with lock(vault / "graphify-out" / ".lock", patience=1):
        running = subprocess.Popen(
            [GRAPHIFY, vault],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            preexec_fn=heeding_interrupts,
        )
        assert running.stderr is not None
        assert "waiting" in running.stderr.readline()
        running.send_signal(signal.SIGINT)
        _, error = running.communicate(timeout=30)
    assert (running.returncode, error) == (130, "graphify: interrupted\n")
    assert written(vault / "graphify-out", ARTIFACTS) == before


def test_builders_at_once(vault: Path, tmp_path: Path) -> None:
    changed(vault, "x")
    out = vault / "graphify-out"
    (out / "graph.json").write_text('{"nodes": [], "links": []}')  # each sees the graph of another program
    builders = [
        subprocess.Popen([GRAPHIFY, vault], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) for _ in range(4)
    ]
    said = [builder.communicate(timeout=120) for builder in builders]
    assert [builder.returncode for builder in builders] == [0, 0, 0, 0], said
    assert written(out) == rebuilt(vault, tmp_path / "rebuilt")
    assert sum("moved to" in text for text, _ in said) == 1
    assert [path.name for path in vault.glob("graphify-out.aside*")] == ["graphify-out.aside-1"]


def read_for_ever(out: Path, begun: Event, enough: Event) -> None:
    """Exits with a traceback and code 1 if it ever sees half of something."""
    while not enough.is_set():
        graph = json.loads((out / "graph.json").read_bytes())
        assert {node["id"] for node in graph["nodes"]} >= {link["source"] for link in graph["links"]}
        with suppress(IndexChanged), open_for_reading(out / "index.sqlite") as index:
            counts = json.loads(index.meta("counts"))
            assert counts["nodes"] == len(list(index.graph.nodes()))
            assert counts["edges"] == len(list(index.graph.edges()))
            assert list(index.graph.edges()) == list(index.graph.edges())
        begun.set()


def test_a_reader_always_sees_a_whole_build(vault: Path) -> None:
    context = multiprocessing.get_context("fork")
    begun, enough = context.Event(), context.Event()
    reader = context.Process(target=read_for_ever, args=(vault / "graphify-out", begun, enough), daemon=True)
    reader.start()
    assert begun.wait(60)
    dice, changing = random.Random(3), Vault(vault)
    for _ in range(12):
        changing.befall(dice)
        update(vault)
    enough.set()
    reader.join(60)
    assert reader.exitcode == 0


# Damage


def sql(statement: str) -> Callable[[Path], object]:
    def damage(index: Path) -> None:
        with sqlite3.connect(index) as connection:
            connection.execute(statement)
        connection.close()

    return damage


def replaced_by_folder(index: Path) -> None:
    index.unlink()
    index.mkdir()
    (index / "kept.txt").write_text("a word")


def garbled_pages(index: Path) -> None:
    data = index.read_bytes()
    index.write_bytes(data[:4096] + random.Random(1).randbytes(len(data) - 4096))


DAMAGES: dict[str, Callable[[Path], object]] = {
    "missing": lambda index: index.unlink(),
    "empty": lambda index: index.write_bytes(b""),
    "a few bytes": lambda index: index.write_bytes(index.read_bytes()[:50]),
    "truncated": lambda index: index.write_bytes(index.read_bytes()[: index.stat().st_size // 2]),
    "one page": lambda index: index.write_bytes(index.read_bytes()[:4096]),
    "random bytes": lambda index: index.write_bytes(random.Random(1).randbytes(99_999)),
    "random pages": garbled_pages,
    "zeroed pages": lambda index: index.write_bytes(index.read_bytes()[:4096] + bytes(index.stat().st_size - 4096)),
    "text": lambda index: index.write_text("this is no database, but a text of some length\n" * 100),
    "a folder": replaced_by_folder,
    "another version": sql("UPDATE meta SET value = '0' WHERE key = 'schema'"),
    "no version": sql("DELETE FROM meta"),
    "no table": sql("DROP TABLE node"),
    "broken fragments": sql("UPDATE source SET fragment = x'c1ff00'"),
    "broken attributes": sql("UPDATE node SET attrs = '{'"),
    "a foreign log": lambda index: index.with_name(index.name + "-wal").write_bytes(b"\xff" * 5000),
    "a folder as log": lambda index: index.with_name(index.name + "-wal").mkdir(),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_index_is_made_anew(vault: Path, tmp_path: Path, damage: str) -> None:
    DAMAGES[damage](vault / "graphify-out" / "index.sqlite")
    changed(vault, "x")
    update(vault)
    assert written(vault / "graphify-out") == rebuilt(vault, tmp_path / "rebuilt")
    (vault / "Home.md").write_text("and once more [[Moved]]")
    assert update(vault).changed == ("Home.md",)


@pytest.mark.parametrize("damage", ["missing", "empty", "random bytes", "a folder", "another version", "no table"])
def test_readers_of_a_damaged_index_say_so_and_leave_it(vault: Path, damage: str) -> None:
    index = vault / "graphify-out" / "index.sqlite"
    DAMAGES[damage](index)
    before = index.read_bytes() if index.is_file() else None
    assert "build it: graphify PATH" in failed_clearly(graphify("gods", "--json", cwd=vault))
    assert (index.read_bytes() if index.is_file() else None) == before


@pytest.mark.parametrize("name", ARTIFACTS)
@pytest.mark.parametrize("how", ["deleted", "emptied", "appended", "laid out anew", "a pipe"])
def test_artifacts_that_somebody_changed_are_rendered_again(vault: Path, name: str, how: str) -> None:
    before, file = written(vault / "graphify-out"), vault / "graphify-out" / name
    data = file.read_bytes()
    file.unlink()
    match how:
        case "emptied":
            file.write_bytes(b"")
        case "appended":
            file.write_bytes(data + b"x")
        case "laid out anew":
            file.write_bytes(json.dumps(json.loads(data), indent=4).encode() if name == "graph.json" else data[::-1])
        case "a pipe":
            os.mkfifo(file)
    assert update(vault).aside is None
    assert written(vault / "graphify-out") == before
    assert (vault / "graphify-out" / ".gitignore").read_bytes() == b"*\n"


@pytest.mark.parametrize("graph", ['{"nodes": [], "links": []}', "{", '{"graph":{"tool":"other"}}', "\ufeff{}", "[]"])
def test_the_graph_of_another_program_is_moved_aside(vault: Path, tmp_path: Path, graph: str) -> None:
    (vault / "graphify-out" / "graph.json").write_text(graph)
    (vault / "graphify-out" / "theirs.txt").write_text("theirs")
    run = graphify(vault)
    assert run.returncode == 0 and "another program" in run.stdout
    aside = vault / "graphify-out.aside-1"
    assert (aside / "graph.json").read_text() == graph and (aside / "theirs.txt").read_text() == "theirs"
    assert written(vault / "graphify-out") == rebuilt(vault, tmp_path / "rebuilt")
    assert json.loads(graphify(vault, "--json").stdout)["changed"] == []


def test_an_update_keeps_the_time_of_the_last_full_build(vault: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = json.loads((vault / "graphify-out" / "build.json").read_bytes())
    monkeypatch.setenv("VAULTKIT_NOW", "2099-01-01T00:00:00+00:00")
    changed(vault, "x")
    update(vault)
    after = json.loads((vault / "graphify-out" / "build.json").read_bytes())
    assert after["rebuilt_at"] == before["rebuilt_at"] != after["built_at"]
