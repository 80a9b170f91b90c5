"""A note of a project refers to the code that it names in backticks, where exactly one fits."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.program import update
from vaultkit.building.pipeline import build
from vaultkit.cli.main import GRAPHIFY, run
from vaultkit.config import read_root

CODE = {
    "src/db.py": "class Pool:\n    def connect(self): ...\n    def size(self): ...\n\ndef open_pool(): ...\n",
    "src/web.py": "class Server:\n    def size(self): ...\n\ndef run(): ...\n",
    "src/cli.py": "def run(): ...\n",
    "tests/test_db.py": "def open_pool(): ...\n",
    "graph.json": "{}",
}
NAMED = {
    "`Pool`": "src/db.py::Pool",
    "`Pool.connect`": "src/db.py::Pool.connect",
    "`Pool.connect()`": "src/db.py::Pool.connect",
    "`db.Pool.connect`": "src/db.py::Pool.connect",
    "`open_pool()`": "src/db.py::open_pool",
    "`web.run`": "src/web.py::run",
    "`src/db.py`": "src/db.py",
    "`./src/db.py`": "src/db.py",
    "`src/db.py::Pool`": "src/db.py::Pool",
    "- a `Pool` in a list": "src/db.py::Pool",
}
UNNAMED = (
    "Pool",
    "`connect`",
    "`run`",
    "`size`",
    "`pool`",
    "`Pool of things`",
    "```\nPool\n```",
    "    `Pool`",
    "`` `Pool` ``",
    "`nothing.here`",
    "%%`Pool`%%",
)


def referred(root: Path, text: str, **options: bool) -> list[tuple[str, str, int]]:
    """(target, confidence, line) of what a note with the text refers to."""
    for name, code in {**CODE, "docs/note.md": f"# Title\n\n{text}\n"}.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(code)
    found = read_root(root)
    build(found._replace(**options), found.out)
    links = json.loads((root / "graphify-out" / "graph.json").read_bytes())["links"]
    return [
        (link["target"], link["confidence"], int(link["source_location"][1:]))
        for link in links
        if link["relation"] == "references" and link["source"] == "docs/note.md"
    ]


@pytest.mark.parametrize("text", NAMED)
def test_named(tmp_path: Path, text: str) -> None:
    assert referred(tmp_path, text) == [(NAMED[text], "INFERRED", 3)]


@pytest.mark.parametrize("text", UNNAMED)
def test_not_named(tmp_path: Path, text: str) -> None:
    assert referred(tmp_path, text) == []


def test_without_docs_notes_are_not_read(tmp_path: Path) -> None:
    assert referred(tmp_path, "`Pool`", docs=False) == []
    graph = json.loads((tmp_path / "graphify-out" / "graph.json").read_bytes())
    assert not [node for node in graph["nodes"] if node["kind"] == "note"]


def test_notes_stay_out_until_they_are_wanted(tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    referred(tmp_path, "`Pool`")
    for arguments, has_notes, is_told in (
        (["--no-docs"], False, False),
        ([], False, True),
        (["--docs"], True, False),
        ([], True, False),
        (["--no-docs"], False, False),
        (["--force"], True, False),
    ):
        assert run("graphify", GRAPHIFY, "", ["build", str(tmp_path), "--no-slm", *arguments]) == 0
        assert (b"notes are left out" in capfdbinary.readouterr().out) == is_told, arguments
        graph = json.loads((tmp_path / "graphify-out" / "graph.json").read_bytes())
        assert any(node["kind"] == "note" for node in graph["nodes"]) == has_notes, arguments


def test_a_vault_has_no_code(tmp_path: Path) -> None:
    (tmp_path / ".obsidian").mkdir()
    assert referred(tmp_path, "`Pool`") == []


def test_a_symbol_that_comes_and_goes(tmp_path: Path) -> None:
    assert referred(tmp_path, "`late`") == []
    (tmp_path / "src" / "late.py").write_text("def late(): ...\n")
    update(tmp_path)
    assert "src/late.py::late" in (tmp_path / "graphify-out" / "graph.json").read_text()
    (tmp_path / "src" / "more.py").write_text("def late(): ...\n")
    update(tmp_path)
    links = json.loads((tmp_path / "graphify-out" / "graph.json").read_bytes())["links"]
    assert not [link for link in links if link["source"] == "docs/note.md" and link["relation"] == "references"]
