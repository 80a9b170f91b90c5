"""The documents of a project: links to its folders, and files of formats that nobody reads."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.program import rebuilt, update, written

FILES = {
    "src/a.py": "A = 1\n",
    "docs/api/index.rst": "API\n",
    "docs/b.RST": "B\n",
    "docs/logo.png": "",
    "LICENSE": "free\n",
}
LINKS = {
    "./api": True,
    "./api/": True,
    "../docs/api": True,
    "/docs/api": True,
    "docs/API": True,
    "..": True,
    "../src": True,
    "../..": False,
    "./src": False,
    "./nothing": False,
    "../doc": False,
}


def made(root: Path, target: str) -> None:
    for name, text in {**FILES, "docs/note.md": f"# Note\n\n[there]({target})\n"}.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)


def unresolved(root: Path) -> list[str]:
    return [problem.path for problem in update(root).problems if problem.rule == "unresolved-link"]


@pytest.mark.parametrize("target", LINKS)
def test_a_folder_of_the_project_is_no_missing_note(tmp_path: Path, target: str) -> None:
    made(tmp_path, target)
    assert (unresolved(tmp_path) == []) == LINKS[target]


def test_in_a_vault_a_link_leads_to_a_note(tmp_path: Path) -> None:
    made(tmp_path, "./api")
    (tmp_path / ".obsidian").mkdir()
    assert unresolved(tmp_path) == ["docs/note.md"]


@pytest.mark.parametrize("target", ["./api", "../docs/api/sub/.."])
def test_a_folder_that_goes_and_comes(tmp_path: Path, target: str) -> None:
    root = tmp_path / "project"
    made(root, target)
    assert unresolved(root) == []
    shutil.rmtree(root / "docs" / "api")
    assert unresolved(root) == ["docs/note.md"]
    made(root, target)
    assert unresolved(root) == []
    kept = written(root / "graphify-out")
    assert kept == rebuilt(root, tmp_path / "rebuilt")


def test_other_formats_are_counted(tmp_path: Path) -> None:
    made(tmp_path, "./api")
    update(tmp_path)
    report = (tmp_path / "graphify-out" / "GRAPH_REPORT.md").read_text()
    assert "- Files of other formats, known by name alone: `.rst` 2, `.png` 1, without an ending 1\n" in report
    assert "Everything was read" not in report
