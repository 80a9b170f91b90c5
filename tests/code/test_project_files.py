"""Which files of a project are read, with git and without.

A case of `tests/cases/code/files.txt` says what is there: `@ path` a file, `@+ path` one that git tracks, `@- path`
one that is tracked but gone, `-> target` a link that takes the place. Below `=>` stands what a scan finds: the path of
each file that is read, `path rule` for a problem. Without `git` or `plain` in its first line a case holds for both.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from extractors.texts.left_out import MAX_CODE_BYTES
from vaultkit.config import Root
from vaultkit.indexing.index import open_for_building
from vaultkit.scanning.ignoring import GITIGNORE, OWN
from vaultkit.scanning.scan import Scan, scan

CASES = Path(__file__).parent.parent / "cases" / "code" / "files.txt"
_CASE = re.compile(r"^=== (.+)\n(?:(git|plain)\n)?((?:(?!=> *\n).*\n)*)=> *\n((?:(?!=== ).*\n?)*)", re.MULTILINE)
_FILE = re.compile(r"^@([+-]?) (.+?)(?: -> (.+))?\n((?:(?!@).*\n)*)", re.MULTILINE)


def _cases() -> list[Any]:
    found = _CASE.findall(CASES.read_text("utf-8"))
    return [
        pytest.param(kind, files, facts.split("\n"), id=f"{kind}: {title}")
        for title, only, files, facts in found
        for kind in ([only] if only else ["git", "plain"])
    ]


def git(folder: Path, *arguments: str) -> bytes:
    clean = {key: value for key, value in os.environ.items() if not key.startswith("GIT_")}
    return subprocess.run(["git", *arguments], cwd=folder, env=clean, capture_output=True, check=True).stdout


def project(path: Path) -> Root:
    return Root(path, "project", "p")


def found_in(path: Path) -> Scan:
    root = project(path)
    return scan(root, root.out)


def _write(root: Path, files: str, kind: str) -> None:
    root.mkdir()
    if kind == "git":
        git(root, "init", "--quiet")
    links = []
    for tracked, name, link, text in _FILE.findall(files):
        path = root / name
        if link or path.is_dir():
            links.append((path, link))
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
        if tracked and kind == "git":
            git(root, "add", "--force", "--", name)
        if tracked == "-":
            path.unlink()
    for path, link in links:
        path.parent.mkdir(parents=True, exist_ok=True)
        shutil.rmtree(path) if path.is_dir() else path.unlink(missing_ok=True)
        path.symlink_to(link)


@pytest.mark.parametrize(("kind", "files", "facts"), _cases())
def test_case(kind: str, files: str, facts: list[str], tmp_path: Path) -> None:
    _write(tmp_path / "p", files, kind)
    found = found_in(tmp_path / "p")
    shown = [path for path in found.files if os.path.basename(path) not in (GITIGNORE, OWN)]
    said = [*shown, *(f"{problem.path} {problem.rule}" for problem in found.problems)]
    assert sorted(said) == sorted(filter(None, facts))


def test_every_case_is_run() -> None:
    assert len({case.id.partition(": ")[2] for case in _cases()}) == CASES.read_text("utf-8").count("=== ")


# Against git itself

_PARTS = ("a", "b", "a*", "*", "**", "?", "[ab]", "!a", "\\\\a", "a.md", "*.md")
_PATTERN = st.builds(
    lambda negated, anchored, parts, folder: negated + anchored + "/".join(parts) + folder,
    st.sampled_from(["", "!"]),
    st.sampled_from(["", "/"]),
    st.lists(st.sampled_from(_PARTS), min_size=1, max_size=3),
    st.sampled_from(["", "/", " "]),
)
_FOLDERS = ("", "a/", "b/", "a/b/", "a/a/")
_NAMES = ("a", "b", "ab", "a.md", "!a", " ")


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.dictionaries(st.sampled_from(_FOLDERS[:4]), st.lists(_PATTERN, max_size=4), max_size=3))
def test_without_git_the_files_are_those_that_git_would_list(
    tmp_path_factory: pytest.TempPathFactory, ignores: dict[str, list[str]]
) -> None:
    root = tmp_path_factory.mktemp("project")
    for folder in _FOLDERS:
        (root / folder).mkdir(exist_ok=True)
    for path in (root / folder / name for folder in _FOLDERS for name in _NAMES):
        if not path.exists():
            path.write_text("")
    for folder, patterns in ignores.items():
        (root / folder / GITIGNORE).write_text("\n".join(patterns))
    ours = set(found_in(root).files)
    git(root, "init", "--quiet")
    theirs = git(root, "ls-files", "-z", "--others", "--exclude-standard").decode().split("\0")
    assert ours == {path for path in theirs if path and not path.endswith(GITIGNORE)}


def test_what_an_ignore_file_says_is_translated_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _write(tmp_path / "p", "@ .gitignore\n*.out.md\n!b.out.md\n@ a.md\n@ a.out.md\n@ b.out.md\n", "plain")
    root = project(tmp_path / "p")
    with open_for_building(tmp_path / "index.sqlite") as index:
        index.set_ignore_files(scan(root, root.out).ignore_files)
        monkeypatch.setitem(sys.modules, "pathspec", None)
        again = scan(root, root.out, index.ignore_files())
        assert again.files.keys() == {"a.md", "b.out.md"}
        assert again.ignore_files == index.ignore_files()
    (tmp_path / "p" / GITIGNORE).write_text("*.md\n")
    with pytest.raises(ImportError):
        scan(root, root.out, again.ignore_files)


def test_a_folder_that_git_ignores_as_a_whole_can_be_a_root(tmp_path: Path) -> None:
    _write(
        tmp_path / "p", "@ .gitignore\nscratch/\n@ scratch/a.md\n@ scratch/.gitignore\nb.md\n@ scratch/b.md\n", "git"
    )
    assert list(found_in(tmp_path / "p" / "scratch").files) == ["a.md"]


def test_a_folder_of_a_work_tree_heeds_the_ignore_files_above(tmp_path: Path) -> None:
    _write(tmp_path / "p", "@ .gitignore\n*.out.md\n@ src/a.md\n@ src/a.out.md\n", "git")
    assert list(found_in(tmp_path / "p" / "src").files) == ["a.md"]


def test_a_work_tree_that_git_cannot_read_is_told(tmp_path: Path) -> None:
    _write(tmp_path / "p", "@ .gitignore\nb.md\n@ a.md\n@ b.md\n@ .git\ngitdir: nowhere\n", "plain")
    found = found_in(tmp_path / "p")
    assert list(found.files) == ["a.md"]
    assert [problem.rule for problem in found.problems] == ["git"]


def test_a_repository_names_no_program_that_is_run(tmp_path: Path) -> None:
    _write(tmp_path / "p", "@ a.md\n@ hook\n#!/bin/sh\ntouch run\n", "git")
    (tmp_path / "p" / "hook").chmod(0o755)
    git(tmp_path / "p", "config", "core.fsmonitor", str(tmp_path / "p" / "hook"))
    found_in(tmp_path / "p")
    assert not list(tmp_path.rglob("run"))


def test_the_size_of_code_is_capped(tmp_path: Path) -> None:
    _write(tmp_path / "p", "@ a.md\n@ b.md\n", "plain")
    with open(tmp_path / "p" / "b.md", "wb") as file:
        file.truncate(MAX_CODE_BYTES + 1)
    found = found_in(tmp_path / "p")
    assert list(found.files) == ["a.md"] and found.problems[0][:1] == ("b.md",)
