"""The folder of community notes: only what the export wrote is replaced or removed, and no build reads it back."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.exports.test_whole_graphs import export
from tests.program import copy_example, update
from vaultkit.errors import VaultkitError
from vaultkit.exporting.notes_folder import check_folder, keep_up
from vaultkit.scanning.entries import EXPORTED


def bytes_of(**texts: str) -> dict[str, bytes]:
    return {f"{name}.md": text.encode() for name, text in texts.items()}


def texts(folder: Path) -> dict[str, str]:
    return {file.stem: file.read_text() for file in sorted(folder.iterdir()) if file.name != EXPORTED}


def test_what_is_unchanged_keeps_its_time(tmp_path: Path) -> None:
    keep_up(tmp_path, bytes_of(a="1", b="1"), force=False)
    for file in tmp_path.iterdir():
        os.utime(file, (1, 1))
    kept = keep_up(tmp_path, bytes_of(a="1", b="2"), force=False)
    assert (kept.unchanged, kept.written) == (("a.md",), ("b.md",))
    assert (tmp_path / "a.md").stat().st_mtime == 1
    times = {file.name: file.stat().st_mtime_ns for file in tmp_path.iterdir()}
    keep_up(tmp_path, bytes_of(a="1", b="2"), force=False)
    assert {file.name: file.stat().st_mtime_ns for file in tmp_path.iterdir()} == times


def test_what_is_gone_is_removed_and_what_is_edited_is_left(tmp_path: Path) -> None:
    keep_up(tmp_path, bytes_of(gone="1", edited="1", left="1"), force=False)
    (tmp_path / "mine.md").write_text("mine")
    (tmp_path / "edited.md").write_text("edited")
    (tmp_path / "left.md").write_text("edited too")
    kept = keep_up(tmp_path, bytes_of(edited="2", mine="2"), force=False)
    assert (kept.removed, kept.left) == (("gone.md",), ("edited.md", "left.md", "mine.md"))
    assert texts(tmp_path) == {"edited": "edited", "left": "edited too", "mine": "mine"}
    (tmp_path / "edited.md").write_text("1")  # the edit taken back: it is ours again
    assert keep_up(tmp_path, bytes_of(edited="2"), force=False).written == ("edited.md",)


def test_force_moves_aside_and_loses_nothing(tmp_path: Path) -> None:
    keep_up(tmp_path, bytes_of(a="1"), force=False)
    for edit in ("once", "again"):
        (tmp_path / "a.md").write_text(edit)
        assert keep_up(tmp_path, bytes_of(a="2"), force=True).left == ()
    assert texts(tmp_path) == {"a": "2", "a (edited 1)": "once", "a (edited 2)": "again"}


def test_a_killed_export_is_ended_by_the_next(tmp_path: Path) -> None:
    """Killed after its first file, the manifest names what was there and what was to be."""
    keep_up(tmp_path, bytes_of(a="1", b="1"), force=False)
    before = json.loads((tmp_path / EXPORTED).read_text())["files"]
    after_all = tmp_path / "after"
    keep_up(after_all, bytes_of(a="2", b="2"), force=False)
    after = json.loads((after_all / EXPORTED).read_text())["files"]
    both = {name: [*before[name], *after[name]] for name in before}
    (tmp_path / EXPORTED).write_text(json.dumps({"tool": "vaultkit", "files": both}))
    (tmp_path / "a.md").write_text("2")
    assert keep_up(tmp_path, bytes_of(a="3", b="3"), force=False).written == ("a.md", "b.md")


@pytest.mark.parametrize(
    "manifest", ["", "[]", '{"tool":"other"}', '{"tool":"vaultkit","files":{"../x":["a"],"..":[]}}']
)
def test_a_strange_manifest_owns_nothing(manifest: str, tmp_path: Path) -> None:
    folder = tmp_path / "notes"
    folder.mkdir()
    (tmp_path / "x").write_text("mine")
    (folder / "a.md").write_text("mine")
    (folder / EXPORTED).write_text(manifest)
    assert keep_up(folder, bytes_of(a="1"), force=False).left == ("a.md",)
    assert (tmp_path / "x").read_text() == (folder / "a.md").read_text() == "mine"


def test_a_folder_of_others_is_not_taken(tmp_path: Path) -> None:
    check_folder(tmp_path, force=False)
    check_folder(tmp_path / "new", force=False)
    (tmp_path / "mine.md").write_text("mine")
    with pytest.raises(VaultkitError, match="holds other files"):
        check_folder(tmp_path, force=False)
    check_folder(tmp_path, force=True)


@pytest.mark.parametrize("kind", ["vault", "project", "git"])
def test_no_build_reads_the_notes_back(kind: str, tmp_path: Path) -> None:
    root = copy_example(tmp_path / "root")
    if kind != "vault":
        shutil.rmtree(root / ".obsidian")
        (root / ".vaultkit.toml").unlink(missing_ok=True)
    if kind == "git":
        subprocess.run(["git", "init", "-q", str(root)], check=True)
    update(root)
    before = (root / "graphify-out" / "graph.json").read_bytes()
    assert export(root, "obsidian", "-o", root / "Map") == 0
    assert len(list((root / "Map").glob("*.md"))) > 3
    update(root)
    assert (root / "graphify-out" / "graph.json").read_bytes() == before
