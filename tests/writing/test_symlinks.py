"""Symbolic links lead along when a note moves; what lies behind others stays, and that is said."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.writing.folders import write_files
from vaultkit.config import read_root
from vaultkit.writing.change import write_all
from vaultkit.writing.rename import Renaming, plan_rename
from vaultkit.writing.retag import plan_retag


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    write_files(tmp_path / "vault", {"a/Old.md": b"#x\n", "s.md": b"[[Old]] #x\n"})
    (tmp_path / "vault" / ".hidden").mkdir()
    return tmp_path / "vault"


def renamed(vault: Path, old: str, new: str) -> Renaming:
    renaming = plan_rename(read_root(vault), old, new)
    write_all(vault, renaming.changes)
    return renaming


@pytest.mark.parametrize(
    ("link", "leads_to", "new", "leads_then"),
    [
        ("L.md", "a/Old.md", "New", "a/New.md"),
        ("L.md", "a/Old.md", "b/c/New", "b/c/New.md"),
        ("a/L.md", "Old.md", "New", "New.md"),
        ("a/L.md", "./Old.md", "New", "./New.md"),
        ("a/L.md", "Old.md", "b/New", "../b/New.md"),
        (".hidden/L.md", "../a/Old.md", "/New", "../New.md"),
        ("L.md", "{vault}/a/Old.md", "b/New", "{vault}/b/New.md"),
        ("d/L.md", "to-a/Old.md", "New", "to-a/New.md"),
        ("d/L.md", "to-a/Old.md", "b/New", "../b/New.md"),
        ("L.md", "s.md", "New", "s.md"),
        ("L.md", "gone.md", "New", "gone.md"),
    ],
)
def test_a_link_leads_along(link: str, leads_to: str, new: str, leads_then: str, vault: Path) -> None:
    (vault / "d").mkdir()
    (vault / "d" / "to-a").symlink_to("../a")
    (vault / link).symlink_to(leads_to.format(vault=vault))
    again = vault / "again.md"
    again.symlink_to(link)
    renaming = renamed(vault, "a/Old", new)
    assert os.readlink(vault / link) == leads_then.format(vault=vault)
    assert os.readlink(again) == link
    assert leads_to == "gone.md" or again.read_bytes()
    assert renaming.links == 1 and not renaming.left


def test_git_applies_the_diff_of_a_link(vault: Path, tmp_path: Path) -> None:
    (vault / "L.md").symlink_to("a/Old.md")
    other = tmp_path / "other"
    shutil.copytree(vault, other, symlinks=True)
    diff = "".join(change.diff for change in renamed(vault, "Old", "New").changes)
    subprocess.run(["git", "init", "-q"], cwd=other, check=True)
    subprocess.run(["git", "apply", "-"], cwd=other, input=diff.encode(), check=True)
    assert os.readlink(other / "L.md") == "a/New.md" and (other / "a/New.md").exists()


def test_what_lies_out_of_the_vault_is_not_followed_and_that_is_said(vault: Path, tmp_path: Path) -> None:
    write_files(tmp_path / "elsewhere", {"far.md": b"[[Old]] #x\n", "pic.png": b""})
    for name, target in (("shared", "elsewhere"), ("far.md", "elsewhere/far.md"), ("p.png", "elsewhere/pic.png")):
        (vault / name).symlink_to(tmp_path / target)
    for left in (renamed(vault, "Old", "New").left, plan_retag(read_root(vault), "x", "y").left):
        assert [(problem.path, problem.severity) for problem in left] == [("far.md", "info")]
        assert "(and 1 more) leads out of the vault and was not followed" in left[0].message
    assert (tmp_path / "elsewhere/far.md").read_bytes() == b"[[Old]] #x\n"


def test_a_note_behind_a_link_is_changed_once_at_its_own_place(vault: Path) -> None:
    write_files(vault, {"real.txt": b"[[Old]] #x\n"})
    (vault / "L.md").symlink_to("s.md")
    (vault / "b").mkdir()
    (vault / "b/text.md").symlink_to("../real.txt")
    renaming = renamed(vault, "Old", "New")
    assert renaming.links == 2 and not renaming.left
    assert (vault / "real.txt").read_bytes() == b"[[New]] #x\n" and (vault / "b/text.md").is_symlink()
    assert (vault / "s.md").read_bytes() == b"[[New]] #x\n" and (vault / "L.md").is_symlink()
    retagging = plan_retag(read_root(vault), "x", "y")
    write_all(vault, retagging.changes)
    assert retagging.tags == 3 and (vault / "real.txt").read_bytes() == b"[[New]] #y\n"


def test_a_relative_link_that_means_the_note_from_the_folder_of_a_link_alone_is_told(vault: Path) -> None:
    write_files(vault, {"b/real.md": b"[[./Old]]\n"})
    (vault / "a/L.md").symlink_to("../b/real.md")
    left = renamed(vault, "a/Old", "New").left
    assert [(problem.path, problem.severity) for problem in left] == [("a/L.md", "warning")]


def test_a_file_that_is_no_text_is_named(vault: Path) -> None:
    write_files(vault, {"latin.md": b"[[Old]] caf\xe9 #x\n", "utf16.md": "[[Old]] #x".encode("utf-16")})
    for left in (renamed(vault, "Old", "New").left, plan_retag(read_root(vault), "x", "y").left):
        assert [(problem.path, problem.severity) for problem in left] == [("latin.md", "info")]
        assert "(and 1 more) could not be read" in left[0].message
