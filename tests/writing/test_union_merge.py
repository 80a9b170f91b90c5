"""What two machines add to one day of the journal, git unites without a conflict."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from tests.writing.folders import write_files
from vaultkit.config import read_root
from vaultkit.writing.init import Offers, init
from vaultkit.writing.journal import append

GIT = {
    **{key: value for key, value in os.environ.items() if not key.startswith("GIT_")},
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_AUTHOR_NAME": "a",
    "GIT_AUTHOR_EMAIL": "a@example.org",
    "GIT_COMMITTER_NAME": "a",
    "GIT_COMMITTER_EMAIL": "a@example.org",
}


def git(folder: Path, *arguments: str) -> None:
    subprocess.run(["git", "-C", str(folder), *arguments], env=GIT, check=True, capture_output=True)


def commit(folder: Path) -> None:
    git(folder, "add", "-A")
    git(folder, "commit", "-qm", "x")


def test_both_begin_a_day_and_append_to_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VAULTKIT_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("VAULTKIT_NOW", "2026-11-30T14:05:00")
    one, other = tmp_path / "one", tmp_path / "other"
    write_files(one, {})
    init(one, Offers(union_merge=True))
    git(one, "init", "-qb", "main")
    commit(one)
    git(tmp_path, "clone", "-q", str(one), str(other))
    for _ in range(2):
        path = append(read_root(one), "from one")
        assert append(read_root(other), "from other") == path
        commit(one)
        commit(other)
        git(other, "pull", "-q", "--no-rebase", "--no-edit")
        git(one, "pull", "-q", "--no-rebase", "--no-edit", str(other), "main")
    text = (one / path).read_text()
    assert (text.count("from one"), text.count("from other"), text.count("type/journal")) == (2, 2, 1)
    assert "<<<<" not in text
