"""A note is renamed as Obsidian does it: each case is a vault before, `> OLD -> NEW`, and the vault after.

`=> left path:line` and `=> filled path` are what must be told; `=> code words` is a refusal that changes nothing.
"""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from extractors.source import MAX_BYTES
from tests.writing.folders import cases, files_of, read_files, write_files
from vaultkit.config import read_root
from vaultkit.errors import UsageError, VaultkitError
from vaultkit.writing.change import write_all
from vaultkit.writing.rename import Renaming, plan_rename

CASES = cases("rename.txt")


@pytest.mark.parametrize("text", [text for _, text in CASES], ids=[title for title, _ in CASES])
def test_rename(text: str, tmp_path: Path) -> None:
    before, _, rest = text.partition("\n> ") if not text.startswith("> ") else ("", "", text[2:])
    command, _, after = rest.partition("\n")
    old, new = command.split(" -> ", 1)
    write_files(tmp_path, files_of(before + "\n"))
    told = {line[3:] for line in after.split("\n") if line.startswith("=> ")}
    refusal = next((each for each in told if each[0].isdigit()), "")
    there = read_files(tmp_path)
    try:
        renaming = plan_rename(read_root(tmp_path), old, new)
    except VaultkitError as fault:
        assert refusal, fault
        assert int(refusal[0]) == (2 if isinstance(fault, UsageError) else 1)
        assert refusal[2:] in str(fault)
        assert read_files(tmp_path) == there
        return
    assert not refusal
    write_all(tmp_path, renaming.changes)
    wanted = {path: data for path, data in files_of(after).items() if not path.startswith(".")}
    assert {path: data.decode() for path, data in read_files(tmp_path).items()} == {
        path: data.decode() for path, data in wanted.items()
    }
    assert _told(renaming) == told


def _told(renaming: Renaming) -> set[str]:
    left = {f"left {problem.path}:{problem.line}" for problem in renaming.left}
    return left | {f"filled {path}" for path in renaming.filled}


def _small(vault: Path) -> Renaming:
    write_files(vault, {"a/Old.md": b"", "s.md": b"[[Old]]\n", "t.md": b"[[Old]]\n"})
    return plan_rename(read_root(vault), "Old", "New")


def test_bookmarks_follow_and_every_other_byte_stays(tmp_path: Path) -> None:
    text = """{"items": [
  {"type":"file","ctime":1,"path":"a\\/Old.md","title":"a/Old.md", "subpath":"#One"},\t
  {"type":"group","items":[{"type":"file","path":"a/Old.md"},{"type":"folder","path":"a"}]},
  {"type":"search","query":"path:a/Old.md"}, {"type":"file","path":"b/a/Old.md"}]}
"""
    write_files(tmp_path, {".obsidian/bookmarks.json": text.encode(), "a/Old.md": b"", "b/a/Old.md": b""})
    renaming = plan_rename(read_root(tmp_path), "a/Old.md", "Neü")
    write_all(tmp_path, renaming.changes)
    written = f'"{renaming.new}"'
    wanted = text.replace('"path":"a\\/Old.md"', f'"path":{written}').replace(
        '[{"type":"file","path":"a/Old.md"}', f'[{{"type":"file","path":{written}}}'
    )
    assert (tmp_path / ".obsidian/bookmarks.json").read_text() == wanted and renaming.links == 2


@pytest.mark.parametrize("data", [b"{broken", b"", b"[1]", b"\xff", b'{"items": null}'])
def test_bookmarks_that_nobody_can_read_stay(tmp_path: Path, data: bytes) -> None:
    write_files(tmp_path, {".obsidian/bookmarks.json": data, "a/Old.md": b""})
    renaming = plan_rename(read_root(tmp_path), "Old", "New")
    assert [change.path for change in renaming.changes] == ["a/Old.md"]


def test_a_file_that_was_edited_meanwhile_stops_everything(tmp_path: Path) -> None:
    renaming = _small(tmp_path)
    (tmp_path / "t.md").write_text("[[Old]] edited\n")
    before = read_files(tmp_path)
    with pytest.raises(VaultkitError, match=r"t\.md was edited meanwhile, so nothing was changed"):
        write_all(tmp_path, renaming.changes)
    assert read_files(tmp_path) == before


def test_a_place_that_was_taken_meanwhile_stops_everything(tmp_path: Path) -> None:
    renaming = _small(tmp_path)
    (tmp_path / "a" / "New.md").write_text("mine")
    before = read_files(tmp_path)
    with pytest.raises(VaultkitError, match=r"New\.md exists"):
        write_all(tmp_path, renaming.changes)
    assert read_files(tmp_path) == before


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_that_cannot_be_written_stops_everything(tmp_path: Path) -> None:
    renaming = _small(tmp_path)
    before = read_files(tmp_path)
    (tmp_path / "a").chmod(0o555)
    try:
        with pytest.raises(VaultkitError, match="so nothing was changed"):
            write_all(tmp_path, renaming.changes)
    finally:
        (tmp_path / "a").chmod(0o755)
    assert read_files(tmp_path) == before


def test_modes_are_kept_and_what_stays_is_not_written(tmp_path: Path) -> None:
    write_files(tmp_path, {"Old.md": b"", "s.md": b"[[Old]]\n", "t.md": b"[[s]]\n"})
    (tmp_path / "s.md").chmod(0o640)
    untouched = (tmp_path / "t.md").stat().st_mtime_ns
    write_all(tmp_path, plan_rename(read_root(tmp_path), "Old", "New").changes)
    assert (tmp_path / "s.md").stat().st_mode & 0o777 == 0o640
    assert (tmp_path / "t.md").stat().st_mtime_ns == untouched


def test_git_applies_the_diff(tmp_path: Path) -> None:
    files = {"a b/Öld.md": b"me\t[[x]]\r\n", "s s.md": b"[[\xc3\x96ld]]\r\n\ttab", "t.md": b"[x](a%20b/%C3%96ld.md)\n"}
    write_files(tmp_path, files)
    renaming = plan_rename(read_root(tmp_path), "Öld", "new folder/New")
    diff = "".join(change.diff for change in renaming.changes)
    other = tmp_path / "other"
    write_files(other, files)
    subprocess.run(["git", "init", "-q"], cwd=other, check=True)
    subprocess.run(["git", "apply", "--whitespace=nowarn", "-"], cwd=other, input=diff.encode(), check=True)
    write_all(tmp_path, renaming.changes)
    wanted = {path: data for path, data in read_files(tmp_path).items() if not path.startswith("other/")}
    assert {path: data for path, data in read_files(other).items() if not path.startswith(".git/")} == wanted


def test_a_note_that_is_too_large_to_read_stays_and_stops_nothing(tmp_path: Path) -> None:
    write_files(tmp_path, {"Old.md": b"", "s.md": b"[[Old]]\n", "big.md": b'```base\nx: link("Old")\n```\n[[Old]]\n'})
    with (tmp_path / "big.md").open("r+b") as big:
        big.truncate(MAX_BYTES + 1)
    renaming = plan_rename(read_root(tmp_path), "Old", "New")
    write_all(tmp_path, renaming.changes)
    assert [change.path for change in renaming.changes] == ["s.md", "Old.md"]
    assert [(problem.path, problem.severity) for problem in renaming.left] == [("big.md", "info")]
