"""Status tells every state that makes the next build do something, and touches nothing."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from vaultkit.cli.main import GRAPHIFY, run
from vaultkit.disk.lock import lock

FRESH = {
    "behind": False,
    "index": "ok",
    "settings_changed": False,
    "folder_faults_changed": False,
    "new": [],
    "changed": [],
    "gone": [],
    "missing": [],
    "edited": [],
}
opened: list[str] = []
"""What this process has opened since the list was last emptied."""


def audit(event: str, arguments: tuple[object, ...]) -> None:
    if event in ("open", "sqlite3.connect"):
        opened.append(str(arguments[0]))


sys.addaudithook(audit)


class Place:
    """A vault with a graph, and the commands that ask it."""

    def __init__(self, base: Path, out: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.vault, self.out, self._capsys = base / "vault", out, capsys
        (self.vault / ".obsidian").mkdir(parents=True)
        for name, text in (("Home", "[[Alpha]] [[nowhere]]"), ("Alpha", "[[Home]] [[lost]]"), ("Beta", "")):
            (self.vault / f"{name}.md").write_text(text)

    def call(self, *arguments: str) -> tuple[int, str]:
        code = run("graphify", GRAPHIFY, "build", arguments)
        return code, "".join(self._capsys.readouterr())

    def build(self) -> int:
        return self.call("build", str(self.vault), "--out", str(self.out))[0]

    def status(self) -> dict[str, Any]:
        code, answer = self.call("status", "--json", "--graph", str(self.out))
        found: dict[str, Any] = json.loads(answer)
        assert code == found["behind"]
        return found

    def states(self) -> dict[str, Any]:
        found = self.status()
        return {key: found[key] for key in FRESH}


@pytest.fixture(params=["inside", "elsewhere"])
def place(request: pytest.FixtureRequest, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Place:
    out = tmp_path / "vault" / "graphify-out" if request.param == "inside" else tmp_path / "graphs" / "a b?#%20"
    place = Place(tmp_path, out, capsys)
    assert place.build() == 0
    return place


def edit_graph(place: Place) -> None:
    """Another build's graph.json with the size and time that the index expects."""
    graph = place.out / "graph.json"
    stat = graph.stat()
    build_id = place.status()["build_id"].encode()
    graph.write_bytes(graph.read_bytes().replace(build_id, b"0" * len(build_id)))
    os.utime(graph, ns=(stat.st_atime_ns, stat.st_mtime_ns))


def cut_off(place: Place) -> None:
    """A build that dies after its transaction, before its artifacts are in place."""
    graph, aside = place.out / "graph.json", place.out / "aside"
    graph.rename(aside)
    graph.mkdir()
    (place.vault / "Beta.md").write_text("[[Home]]")
    assert place.build() == 1
    graph.rmdir()
    aside.rename(graph)


def of_another_version(place: Place) -> None:
    index = sqlite3.connect(place.out / "index.sqlite")
    index.execute("UPDATE meta SET value = '0' WHERE key = 'schema'")
    index.commit()
    index.close()


def move_vault(place: Place) -> None:
    moved = place.vault.with_name("moved")
    place.vault.rename(moved)
    place.vault, place.out = moved, moved / "graphify-out"


STATES: dict[str, tuple[Callable[[Place], object], dict[str, object]]] = {
    "new": (lambda place: (place.vault / "New.md").write_text(""), {"new": ["New.md"]}),
    "new attachment": (lambda place: (place.vault / "new.png").write_text(""), {"new": ["new.png"]}),
    "new and linked": (lambda place: (place.vault / "nowhere").write_text(""), {"new": ["nowhere"]}),
    "changed": (lambda place: (place.vault / "Beta.md").write_text("[[Home]]"), {"changed": ["Beta.md"]}),
    "gone": (lambda place: (place.vault / "Beta.md").unlink(), {"gone": ["Beta.md"]}),
    "renamed": (
        lambda place: (place.vault / "Beta.md").rename(place.vault / "Gamma.md"),
        {"new": ["Gamma.md"], "gone": ["Beta.md"]},
    ),
    "settings": (
        lambda place: (place.vault / ".vaultkit.toml").write_text('[vault]\nname = "Other"'),
        {"settings_changed": True},
    ),
    "faults": (
        lambda place: (place.vault / "link.md").symlink_to(place.vault.parent / "outside"),
        {"folder_faults_changed": True},
    ),
    "artifact missing": (lambda place: (place.out / "graph.html").unlink(), {"missing": ["graph.html"]}),
    "graph missing": (lambda place: (place.out / "graph.json").unlink(), {"missing": ["graph.json"]}),
    "artifact edited": (
        lambda place: (place.out / "GRAPH_REPORT.md").write_text("mine"),
        {"edited": ["GRAPH_REPORT.md"]},
    ),
    "index missing": (lambda place: (place.out / "index.sqlite").unlink(), {"index": "missing"}),
    "index broken": (lambda place: (place.out / "index.sqlite").write_bytes(b"x" * 5000), {"index": "broken"}),
    "index empty": (lambda place: (place.out / "index.sqlite").write_bytes(b""), {"index": "broken"}),
    "index of another version": (of_another_version, {"index": "other-version"}),
    "graph of another build": (edit_graph, {"index": "other-build"}),
    "cut off": (cut_off, {"index": "unfinished"}),
}


@pytest.mark.parametrize("state", STATES)
def test_states(place: Place, state: str) -> None:
    befall, expected = STATES[state]
    assert place.states() == FRESH
    befall(place)
    assert place.states() == {**FRESH, "behind": True, **expected}
    code, text = place.call("status", "--graph", str(place.out))
    assert code == 1 and "the graph is behind: " in text
    assert place.build() == 0
    assert place.states() == FRESH


@pytest.mark.parametrize("place", ["inside"], indirect=True)
def test_a_copy_is_not_said_to_have_changed(place: Place) -> None:
    """It has other times, and every byte may be the same."""
    copied = place.vault.parent / "copy" / place.vault.name
    shutil.copytree(place.vault, copied, copy_function=shutil.copyfile)
    for file in (*copied.glob("*.md"), *copied.glob("graphify-out/*.json")):
        os.utime(file, (1, 1))
    graph = copied / "graphify-out"
    code, text = place.call("status", "--graph", str(graph))
    assert code == 1 and "the graph may be behind: 3 may have changed, by their times; " in text
    assert "by their times may have been edited: graph.json, " in text and "  touched  Alpha.md" in text
    assert "was edited" not in text and " changed;" not in text
    assert place.call("build", str(copied))[0] == 0
    assert place.call("status", "--graph", str(graph))[1].endswith("the graph is up to date\n")


@pytest.mark.parametrize("state", STATES)
def test_status_touches_nothing(place: Place, state: str) -> None:
    STATES[state][0](place)
    base = place.vault.parent
    before = look(base)
    opened.clear()
    place.status()
    assert not [name for name in opened if name.endswith(".md")]
    place.call("gods", "--graph", str(place.out))
    assert look(base) == before


def look(base: Path) -> dict[Path, tuple[object, ...]]:
    """Every name below a folder with bytes, times and place on the disk."""
    looks: dict[Path, tuple[object, ...]] = {}
    for path in [base, *base.rglob("*")]:
        stat = path.lstat()
        data = path.read_bytes() if path.is_file() else b""
        looks[path] = (data, stat.st_size, stat.st_mtime_ns, stat.st_ctime_ns, stat.st_ino)
    return looks


def test_files_that_nobody_reads_or_links_are_no_news(place: Place) -> None:
    graph = (place.out / "graph.json").read_bytes()
    for name in ("note.md.j2", "script.py", "data.csv"):
        (place.vault / name).write_text("")
    assert place.states() == FRESH
    code, said = place.call("build", str(place.vault), "--out", str(place.out))
    assert code == 0 and "no file had changed" in said
    assert place.call("build", str(place.vault), "--out", str(place.out), "--force")[0] == 0
    assert (place.out / "graph.json").read_bytes() == graph
    (place.vault / "script.py").unlink()
    assert place.states() == FRESH
    (place.vault / "Beta.md").write_text("[[data.csv]]")
    assert place.build() == 0
    assert "data.csv" in (place.out / "graph.json").read_text()
    (place.vault / "data.csv").unlink()
    assert place.states() == {**FRESH, "behind": True, "gone": ["data.csv"]}


def test_one_of_a_kind_is_told_as_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place = Place(tmp_path, tmp_path / "graph", capsys)
    for note in place.vault.glob("*.md"):
        note.unlink()
    (place.vault / "Alone.md").write_text("")
    place.build()
    assert ": 1 node, 0 edges, 0 communities\n" in place.call("status", "--graph", str(place.out))[1]


def test_what_is_said_of_a_fresh_graph(place: Place) -> None:
    found = place.status()
    build = json.loads((place.out / "build.json").read_bytes())
    assert {key: found[key] for key in ("build_id", "built_at", "rebuilt_at", "nodes", "edges", "communities")} == {
        key: build[key] for key in ("build_id", "built_at", "rebuilt_at", "nodes", "edges", "communities")
    }
    assert (found["root"], found["out"]) == (str(place.vault), str(place.out))
    assert found["problems"] == {"unresolved-link": 2}
    code, text = place.call("status", "--graph", str(place.out))
    assert code == 0 and "the graph is up to date" in text and "2 unresolved-link" in text
    assert str(place.vault).encode() not in (place.out / "graph.json").read_bytes()


def test_a_graph_follows_its_vault(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place = Place(tmp_path, tmp_path / "vault" / "graphify-out", capsys)
    place.build()
    move_vault(place)
    assert place.status()["root"] == str(place.vault)


def test_a_root_that_is_gone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place = Place(tmp_path, tmp_path / "graph", capsys)
    place.build()
    shutil.rmtree(place.vault)
    code, text = place.call("status", "--graph", str(place.out))
    assert code == 1 and text.startswith("graphify: there is no folder")
    assert place.call("gods", "--graph", str(place.out / "graph.json"))[0] == 0


@pytest.mark.parametrize("state", ["index missing", "index broken", "index of another version"])
def test_other_commands_say_what_to_do_about_the_index(place: Place, state: str) -> None:
    STATES[state][0](place)
    code, text = place.call("gods", "--graph", str(place.out))
    assert code == 1 and "build it: graphify PATH" in text and text.count("\n") == 1


def test_a_graph_of_another_build_is_told(place: Place) -> None:
    edit_graph(place)
    code, text = place.call("gods", "--graph", str(place.out))
    assert code == 0 and "another build" in text


def test_reading_while_a_build_writes(place: Place) -> None:
    writer = sqlite3.connect(place.out / "index.sqlite", isolation_level=None)
    with lock(place.out / ".lock", patience=0):
        writer.execute("BEGIN IMMEDIATE")
        writer.execute("DELETE FROM source")
        writer.execute("DELETE FROM god")
        assert place.states() == FRESH
        assert "Home" in place.call("gods", "--graph", str(place.out))[1]
    writer.execute("ROLLBACK")
    writer.close()
