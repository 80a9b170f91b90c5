"""Where something is to lie: as the disk spells it, inside the vault, however the path was written."""

from __future__ import annotations

import unicodedata
from pathlib import Path

import pytest

from tests.writing.folders import read_files, write_files
from vaultkit.cli.vault import in_vault, placed_in_vault
from vaultkit.config import read_root
from vaultkit.errors import UsageError, VaultkitError
from vaultkit.writing.new import Request, make_note
from vaultkit.writing.places import folder_on_disk, from_root
from vaultkit.writing.rename import plan_rename

CAFE = unicodedata.normalize("NFD", "Café")


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    write_files(tmp_path / "vault", {"notes/Deep/a.md": b"", f"{CAFE}/b.md": b"", "Old.md": b"", "x/One/c.md": b""})
    (tmp_path / "vault" / "link").symlink_to("notes")
    (tmp_path / "vault" / "out").symlink_to(tmp_path)
    return tmp_path / "vault"


@pytest.mark.parametrize(
    ("folder", "found"),
    [
        ("", ""),
        ("Notes", "notes"),
        ("NOTES/deep/New", "notes/Deep/New"),
        ("Café", CAFE),
        ("new/Notes", "new/Notes"),
        ("link/deep", "notes/Deep"),
    ],
)
def test_a_folder_that_is_there_keeps_its_spelling(folder: str, found: str, vault: Path) -> None:
    assert folder_on_disk(vault, folder) == found


@pytest.mark.parametrize("folder", ["Old.md", "out", "out/x", "graphify-out", "notes/.hidden", "x/../.."])
def test_what_is_no_folder_of_the_vault_is_refused(folder: str, vault: Path) -> None:
    with pytest.raises(UsageError):
        folder_on_disk(vault, folder)


def test_two_folders_that_fit_are_named(vault: Path) -> None:
    write_files(vault, {"x/ONE/d.md": b""})
    assert folder_on_disk(vault, "x/ONE") == "x/ONE"
    with pytest.raises(VaultkitError, match="fits the folders ONE, One"):
        folder_on_disk(vault, "x/one")


def test_new_and_rename_begin_no_second_folder(vault: Path) -> None:
    root = read_root(vault)
    assert plan_rename(root, "Old", "NOTES/deep/").new == "notes/Deep/Old.md"
    assert plan_rename(root, "Old", "Link/New").new == "notes/New.md"
    assert make_note(root, Request("hub", "T", "s s", ("domain/x",), folder="Notes")).path == "notes/T.md"
    assert "notes/T.md" in read_files(vault)


def test_paths_of_the_system_are_paths_of_the_vault(
    vault: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert from_root(vault, f"{vault}/notes/Deep/a.md") == "/notes/Deep/a.md"
    assert from_root(vault, f"{vault}/n/New") == "/n/New" and from_root(vault, f"{vault}/notes/") == "/notes/"
    (tmp_path / "alias").symlink_to(vault)
    assert from_root(vault, f"{tmp_path}/alias/New") == "/New"
    assert [from_root(vault, each) for each in ("/New", "/notes/New", "/nowhere-at-all/New", "a/b")] == [
        "/New",
        "/notes/New",
        "/nowhere-at-all/New",
        "a/b",
    ]
    for elsewhere in (f"{tmp_path}/New", "/etc/New", "~/New"):
        with pytest.raises(UsageError, match="is not in the vault"):
            from_root(vault, elsewhere)
    monkeypatch.chdir(vault / "notes")
    root = read_root(vault)
    assert placed_in_vault(root, "./New") == "/notes/New" and placed_in_vault(root, "../New") == "/New"
    assert placed_in_vault(root, "./") == "/notes/" and placed_in_vault(root, "New") == "New"
    assert in_vault(root, "Deep/a.md") == "notes/Deep/a.md" and in_vault(root, "../Old.md") == "Old.md"
    with pytest.raises(UsageError, match="is not in the vault"):
        placed_in_vault(root, "../../New")


@pytest.mark.parametrize("option", ["old", "new", "folder"])
def test_every_argument_takes_a_path_of_the_system(option: str, vault: Path) -> None:
    root = read_root(vault)
    if option == "folder":
        request = Request("hub", "T", "s s", ("domain/x",), folder=placed_in_vault(root, f"{vault}/notes"))
        assert make_note(root, request).path == "notes/T.md"
    else:
        old, new = (f"{vault}/Old.md", "n/New") if option == "old" else ("Old", f"{vault}/n/New.md")
        renaming = plan_rename(root, in_vault(root, old), placed_in_vault(root, new))
        assert (renaming.old, renaming.new) == ("Old.md", "n/New.md")
