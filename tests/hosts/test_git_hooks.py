"""git calls us after a commit, a merge, a checkout, and before a commit: with real git, beside hooks of others."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.hosts.conftest import Call
from vaultkit.hosts.part import Found
from vaultkit.hosts.script import Script, shell_of

GIT = str(shutil.which("git"))
EVENTS = ("post-commit", "post-merge", "post-checkout")
RECORD = '#!/bin/sh\necho "$@" >> "$0.calls"\n'


@pytest.fixture
def repository(home: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The project as a repository, with programs that write down how they are called."""
    project = home / "project"
    (project / ".git").rmdir()
    monkeypatch.setenv("PATH", f"{home / 'bin'}{os.pathsep}{os.environ['PATH']}{os.pathsep}{Path(GIT).parent}:/bin")
    for name, value in {"GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_NOSYSTEM": "1"}.items():
        monkeypatch.setenv(name, value)
    git(project, "init", "-q", "-b", "main")
    git(project, "config", "user.name", "T")
    git(project, "config", "user.email", "t@example.org")
    for name in ("vaultkit-hook", "vaultkit"):
        (home / "bin" / name).write_text(RECORD)
    return project


def git(folder: Path, *arguments: str, check: bool = True) -> int:
    done = subprocess.run([GIT, *arguments], cwd=folder, capture_output=True, text=True, check=False)
    assert not check or done.returncode == 0, done.stderr
    return done.returncode


def calls(home: Path, program: str = "vaultkit-hook") -> list[str]:
    file = home / "bin" / f"{program}.calls"
    return file.read_text().splitlines() if file.exists() else []


def commit(project: Path, name: str) -> None:
    (project / name).write_text(name)
    git(project, "add", name)
    git(project, "commit", "-q", "-m", name)


def test_every_change_of_the_work_tree_is_told(home: Path, repository: Path, call: Call) -> None:
    assert call("install", "git")[0] == 0
    commit(repository, "a")
    git(repository, "checkout", "-q", "-b", "side")
    commit(repository, "b")
    git(repository, "checkout", "-q", "main")
    git(repository, "merge", "-q", "--no-ff", "side")
    told = [line.removeprefix("--client git ") for line in calls(home)]
    assert told == ["post-commit", "post-checkout", "post-commit", "post-checkout", "post-merge"]
    assert call("uninstall", "git")[0] == 0
    assert not [name for name in EVENTS if (repository / ".git" / "hooks" / name).exists()]


def script(line: str) -> Script:
    return Script(Path("post-commit"), "vaultkit-hook", (f"{line} || :",))


@given(st.lists(st.sampled_from(["#!/bin/sh", "#!/usr/bin/env bash", "\n", "\r\n", " ", "exit 1", "# x"]), max_size=5))
@settings(deadline=None, max_examples=60)
def test_every_byte_of_a_script_is_there_again_also_after_an_upgrade(pieces: list[str]) -> None:
    text = "".join(pieces)
    older, newer = script("old"), script("new")
    if shell_of(text) is None and text.strip():
        older, newer = older._replace(original=text), newer._replace(original=text)
    installed = older.put(text, ())
    upgraded = newer.put(installed.text, installed.stretches)
    assert newer.found(upgraded.text) == Found(("new",), True, "post-commit")
    assert newer.put(upgraded.text, upgraded.stretches) == upgraded
    assert newer.take(upgraded.text, upgraded.stretches) == text


THEIRS = {
    "sh that ends early": "#!/bin/sh\necho theirs >> theirs\nexit 0\n",
    "bash with set -e": "#!/usr/bin/env bash\nset -euo pipefail\necho theirs >> theirs\n",
    "no line end": "#!/bin/sh\necho theirs >> theirs",
    "python": f"#!{shutil.which('python3')}\nopen('theirs', 'a').write('theirs\\n')\n",
}


@pytest.mark.parametrize("case", THEIRS)
def test_a_hook_of_others_runs_as_before(home: Path, repository: Path, call: Call, case: str) -> None:
    hook = repository / ".git" / "hooks" / "post-commit"
    hook.write_text(THEIRS[case])
    hook.chmod(0o755)
    before = {file.name: file.read_bytes() for file in hook.parent.iterdir()}
    assert call("install", "git")[0] == 0
    assert "nothing to do" in call("install", "git")[1]
    commit(repository, "a")
    assert (repository / "theirs").read_text() == "theirs\n" and calls(home) == ["--client git post-commit"]
    assert call("uninstall", "git")[0] == 0
    assert {file.name: file.read_bytes() for file in hook.parent.iterdir()} == before and os.access(hook, os.X_OK)


@pytest.mark.parametrize("named", ["githooks", "{home}/shared hooks"])
def test_the_folder_that_git_is_told_of(home: Path, repository: Path, call: Call, named: str) -> None:
    folder = named.format(home=home)
    git(repository, "config", "core.hooksPath", folder)
    (repository / folder).mkdir()
    call("install", "git")
    assert sorted(each.name for each in (repository / folder).iterdir()) == sorted(EVENTS)
    commit(repository, "a")
    assert calls(home) == ["--client git post-commit"]
    said = [each for each in json.loads(call("doctor", "--json")[1])["checks"] if each["about"] == "git hooks"]
    assert len(said) == 3 and {each["state"] for each in said} == {"ok"}
    (repository / folder / "post-merge").chmod(0o644)
    said = [each for each in json.loads(call("doctor", "--json")[1])["checks"] if each["about"] == "git hooks"]
    assert [each["remedy"].partition(" ")[0] for each in said if each["state"] == "problem"] == ["chmod"]
    call("uninstall", "git")
    assert (repository / folder).is_dir() and not list((repository / folder).iterdir())


def test_a_linked_work_tree_has_the_hooks_of_its_repository(
    home: Path, repository: Path, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    commit(repository, "a")
    git(repository, "worktree", "add", "-q", str(home / "linked"))
    monkeypatch.chdir(home / "linked")
    call("install", "git")
    assert (repository / ".git" / "hooks" / "post-commit").is_file()


def test_outside_of_a_work_tree(home: Path, call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(home / "vault")
    for host in ("git", "pre-commit"):
        code, _, err = call("install", host)
        assert code == 1 and "git" in err
        assert call("install", host, "--user")[0] == 2


def test_a_commit_with_broken_notes_is_refused(home: Path, repository: Path, call: Call) -> None:
    (repository / ".obsidian").mkdir()
    (home / "bin" / "vaultkit").write_text(f"{RECORD}test ! -f broken\n")
    assert call("install", "pre-commit")[0] == 0
    commit(repository, "a")
    (repository / "broken").write_text("")
    git(repository, "add", "broken")
    assert git(repository, "commit", "-q", "-m", "b", check=False) == 1
    assert calls(home, "vaultkit") == [f"check --changed --vault {repository}"] * 2
    (home / "bin" / "vaultkit").rename(home / "bin" / "moved")
    git(repository, "commit", "-q", "-m", "b")
    call("uninstall", "pre-commit")
    assert not (repository / ".git" / "hooks" / "pre-commit").exists()


def test_without_a_vault_there_is_nothing_to_check(repository: Path, call: Call) -> None:
    code, _, err = call("install", "pre-commit")
    assert code == 1 and "is no vault, so its commits" in err
    assert not (repository / ".git" / "hooks" / "pre-commit").exists()


CONFIGS = {
    "a list": "repos:\n  - repo: https://example.org/x\n    rev: v1\n    hooks:\n      - id: x\n",
    "flush, comments, more keys": "# top\nrepos:\n- repo: local # here\n  hooks:\n"
    "  - {id: y, name: y, entry: y, language: system}\n"
    "# after\ndefault_stages: [pre-commit]\n",
    "four blanks": "repos:\n-   repo: https://example.org/x\n    rev: v1\n    hooks:\n    -   id: x\n",
    "no line end": "repos:\n  - repo: meta\n    hooks:\n      - id: check-useless-excludes",
    "no repositories": "fail_fast: true\n",
    "lines of Windows": "repos:\r\n  - repo: meta\r\n    hooks:\r\n      - id: identity\r\n",
    "empty": "",
}


@pytest.mark.parametrize("receipt", [True, False], ids=["with a receipt", "without"])
@pytest.mark.parametrize("case", CONFIGS)
def test_an_entry_in_the_configuration_of_pre_commit(
    home: Path, repository: Path, call: Call, case: str, receipt: bool
) -> None:
    config = repository / ".pre-commit-config.yaml"
    config.write_bytes(CONFIGS[case].encode())
    before = yaml.safe_load(CONFIGS[case]) or {}
    assert call("install", "pre-commit")[0] == 0
    after = yaml.safe_load(config.read_bytes())
    assert after["repos"][:-1] == before.get("repos", []) and set(after) == {*before, "repos"}
    (hook,) = after["repos"][-1]["hooks"]
    assert after["repos"][-1]["repo"] == "local" and hook["entry"] == "vaultkit check" and hook["types"] == ["markdown"]
    assert "nothing to do" in call("install", "pre-commit")[1]
    if not receipt:
        shutil.rmtree(home / "state" / "installed")
    assert call("uninstall", "pre-commit")[0] == 0
    left = config.read_bytes().decode()
    if receipt:
        assert left == CONFIGS[case]
    else:
        assert {"repos": [], **(yaml.safe_load(left) or {})}.items() >= before.items() and "vaultkit" not in left


def test_a_configuration_on_one_line_is_left(repository: Path, call: Call) -> None:
    config = repository / ".pre-commit-config.yaml"
    config.write_text("repos: []\n")
    code, _, err = call("install", "pre-commit")
    assert code == 1 and "nothing was changed" in err and config.read_text() == "repos: []\n"
