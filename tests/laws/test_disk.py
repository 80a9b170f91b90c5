"""Law 5 on a bad disk: full, or not to be written on. One clear line, and the old build stays."""

from __future__ import annotations

import ctypes
import os
import resource
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.program import ARTIFACTS, Run, copy_example, failed_clearly, graphify, rebuilt, update, written
from vaultkit.indexing.index import open_for_reading
from vaultkit.indexing.reader import Reader

IS_ROOT = os.geteuid() == 0
PR_CAPBSET_DROP, CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH = 24, 1, 2


def grow(vault: Path) -> None:
    """More notes than the full disks below have room for."""
    for number in range(200):
        text = f"[[Note {number + 1}]] [[Nowhere {number}]] #t{number}\n"
        (vault / f"Note {number}.md").write_text(text * 9)


@pytest.mark.parametrize("limit", [1_000, 30_000, 100_000, 200_000])
def test_no_file_may_grow(tmp_path: Path, limit: int) -> None:
    vault = copy_example(tmp_path / "vault")
    update(vault)
    before = written(vault / "graphify-out", ARTIFACTS)
    grow(vault)
    limited = graphify(vault, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)))
    assert "free space" in failed_clearly(limited)
    assert_untouched(vault / "graphify-out", before)
    update(vault)
    assert written(vault / "graphify-out") == rebuilt(vault, tmp_path / "rebuilt")


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of 6 MB."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=6m", "tmpfs", disk]
    if not IS_ROOT or sys.platform != "linux" or subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("only root can mount")
    yield disk
    subprocess.run(["umount", disk], check=True)


def test_the_disk_is_full(tmp_path: Path, small_disk: Path) -> None:
    vault, out = copy_example(tmp_path / "vault"), small_disk / "out"
    assert graphify(vault, "--out", out).returncode == 0
    before = written(out, ARTIFACTS)
    grow(vault)
    for left in (0, 50_000, 200_000, 400_000):
        filler = small_disk / "filler"
        filler.write_bytes(bytes(shutil.disk_usage(small_disk).free - left))
        assert "free space" in failed_clearly(graphify(vault, "--out", out))
        assert_untouched(out, before)
        filler.unlink()
    assert graphify(vault, "--out", out).returncode == 0
    assert written(out) == rebuilt(vault, tmp_path / "rebuilt")


def assert_untouched(out: Path, before: dict[str, bytes]) -> None:
    assert written(out, ARTIFACTS) == before
    assert not list(out.glob(".vaultkit-new-*"))
    with open_for_reading(out / "index.sqlite") as index:
        assert Reader(index.connection).node("Home.md") and not Reader(index.connection).node("Note 1.md")


# Not to be written on


def bound(*arguments: object, **more: Any) -> Run:
    """A run that permissions bind, also if it is root's (capabilities(7))."""
    return graphify(*arguments, preexec_fn=_give_up_privileges if IS_ROOT else None, **more)


def _give_up_privileges() -> None:
    for capability in (CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH):
        ctypes.CDLL(None).prctl(PR_CAPBSET_DROP, capability, 0, 0, 0)


def test_a_folder_that_is_not_writable(tmp_path: Path) -> None:
    vault, out = copy_example(tmp_path / "vault"), tmp_path / "out"
    vault.chmod(0o555)
    assert "check its permissions" in failed_clearly(bound(vault))
    assert bound(vault, "--out", out).returncode == 0
    assert written(out) == rebuilt(vault, tmp_path / "rebuilt")
    vault.chmod(0o755)


def test_a_graph_that_is_not_writable(tmp_path: Path) -> None:
    """It can be asked, and says that it cannot be brought up to date."""
    vault = copy_example(tmp_path / "vault")
    update(vault)
    before = written(vault / "graphify-out", ARTIFACTS)
    (vault / "Home.md").write_text("changed")
    (vault / "graphify-out").chmod(0o555)
    assert "check its permissions" in failed_clearly(bound(vault))
    assert bound("gods", cwd=vault).stdout
    assert "changed" in bound("status", cwd=vault).stdout
    assert written(vault / "graphify-out", ARTIFACTS) == before
    (vault / "graphify-out").chmod(0o755)


def test_files_that_may_not_be_read(tmp_path: Path) -> None:
    vault, out = copy_example(tmp_path / "vault"), tmp_path / "out"
    (vault / "Home.md").chmod(0)
    (vault / "tools").chmod(0)
    first = bound(vault, "--out", out, "--json")
    before = {name: (out / name).stat().st_mtime_ns for name in ARTIFACTS}
    again = bound(vault, "--out", out, "--json")
    (vault / "tools").chmod(0o755)
    assert first.returncode == again.returncode == 1
    assert '"unread":["Home.md","tools/"]' in first.stdout and '"unread":["Home.md","tools/"]' in again.stdout
    assert '"changed":[]' in again.stdout
    assert {name: (out / name).stat().st_mtime_ns for name in ARTIFACTS} == before


@pytest.mark.parametrize("out", ["a file", "below a file", "the vault", "above the vault", "a loop"])
def test_places_where_nothing_can_be_written(tmp_path: Path, out: str) -> None:
    vault = copy_example(tmp_path / "above" / "vault")
    (tmp_path / "file").write_text("x")
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    places = {"a file": "file", "below a file": "file/out", "the vault": "above/vault", "above the vault": "above"}
    line = failed_clearly(graphify(vault, "--out", tmp_path / places.get(out, "loop/out")))
    assert "--out" in line
    assert not (vault / "graph.json").exists() and (tmp_path / "file").read_text() == "x"


def test_the_folder_of_the_graph_is_a_file(tmp_path: Path) -> None:
    vault = copy_example(tmp_path / "vault")
    (vault / "graphify-out").write_text("mine")
    assert "graphify-out is a file" in failed_clearly(graphify(vault))
    assert (vault / "graphify-out").read_text() == "mine"


def test_a_folder_in_the_place_of_an_artifact(tmp_path: Path) -> None:
    """Then no artifact is replaced at all."""
    vault = copy_example(tmp_path / "vault")
    update(vault)
    (vault / "graphify-out" / "graph.html").unlink()
    (vault / "graphify-out" / "graph.html").mkdir()
    before = written(vault / "graphify-out", ("graph.json", "GRAPH_REPORT.md"))
    (vault / "Home.md").write_text("changed")
    assert "graph.html is a folder" in failed_clearly(graphify(vault))
    assert written(vault / "graphify-out", ("graph.json", "GRAPH_REPORT.md")) == before
