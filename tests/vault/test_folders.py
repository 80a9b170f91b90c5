"""When the times of a folder prove that its names are those of the index."""

import os
import sys
import time
from pathlib import Path

import pytest

from vaultkit.scanning.folders import Look, list_folder, look

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the times of folders prove nothing there")
TICK = 0.02


def listed(root: Path) -> Look:
    found = list_folder(root, root / "graphify-out", "", []).look
    assert found is not None
    return found


def test_a_folder_that_changed_a_moment_ago_proves_nothing(tmp_path: Path) -> None:
    (tmp_path / "Note.md").touch()
    changed = os.stat(tmp_path).st_mtime
    was = listed(tmp_path)
    assert not was.settled or time.time() - changed > TICK
    time.sleep(TICK + 0.01)
    assert listed(tmp_path).settled


def test_a_folder_with_links_proves_nothing(tmp_path: Path) -> None:
    (tmp_path / "Note.md").touch()
    (tmp_path / "Link.md").symlink_to("Note.md")
    time.sleep(TICK + 0.01)
    assert not listed(tmp_path).settled


def test_a_name_that_comes_shows_even_if_the_time_is_set_back(tmp_path: Path) -> None:
    (tmp_path / "Note.md").touch()
    time.sleep(TICK + 0.01)
    was = listed(tmp_path)
    assert look(tmp_path) == was
    before = tmp_path.stat()
    (tmp_path / "New.md").touch()
    os.utime(tmp_path, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert look(tmp_path) != was


def test_a_link_to_a_folder_is_no_folder(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "b").symlink_to("a")
    assert look(tmp_path / "b") is None and look(tmp_path / "none") is None
