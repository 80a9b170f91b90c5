"""The script of the page is what `viewer/` says: building it again gives the same bytes."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
BUILT = ("viewer.js", "viewer.css", "viewer.LICENSES.txt")


def test_building_it_again_gives_the_same_bytes(tmp_path: Path) -> None:
    npm = shutil.which("npm")
    if npm is None:
        pytest.skip("no npm: the page's script was not built again")
    sources = tmp_path / "viewer"
    shutil.copytree(ROOT / "viewer", sources, ignore=shutil.ignore_patterns("node_modules"))
    quiet = ["--no-audit", "--no-fund", "--prefer-offline", "--fetch-retries=1"]
    got = subprocess.run([npm, "ci", *quiet], cwd=sources, capture_output=True, text=True, check=False)
    if got.returncode and not os.environ.get("CI"):
        pytest.skip(f"npm cannot get what viewer/package-lock.json names: {got.stderr[-300:]}")
    assert got.returncode == 0, got.stderr
    for command in (["run", "check"], ["run", "build", "--", str(tmp_path)]):
        subprocess.run([npm, *command], cwd=sources, capture_output=True, text=True, check=True)
    for name in BUILT:
        assert (tmp_path / name).read_bytes() == (ROOT / "templates" / name).read_bytes(), f"{name}: run make viewer"
