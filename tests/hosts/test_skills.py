"""Every command of a skill about memories runs as it stands, one after another, in a project with a history."""

from __future__ import annotations

import io
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests.memory.repositories import ENVIRONMENT, git, make_repository
from vaultkit.cli.main import VAULTKIT, run, run_group
from vaultkit.hosts.package import PLUGIN

SKILLS = PLUGIN / "skills"
MEMORIES = ("git-notes-memory", "total-recall", "hypatia-memory")
LEAST = {"git-notes-memory": 20, "total-recall": 10, "hypatia-memory": 18}
"""How many commands each is known to show, at least."""
BEFORE = {
    "git-notes-memory": [
        "git checkout -q side",
        """vaultkit mem -p . remember '{"note": "on another branch"}'""",
        "git checkout -q main",
    ],
    "total-recall": [],
    "hypatia-memory": [
        "vaultkit shelf log --session s --role user 'Why do sessions end after an hour?'",
        "vaultkit shelf log --session s --role assistant 'The token expires.'",
    ],
}


def commands(text: str) -> list[str]:
    """The commands of all shell blocks; one goes on while a quote is open."""
    found: list[str] = []
    blocks = re.findall(r"```sh\n(.*?)```", text, re.DOTALL)
    for line in "".join(blocks).splitlines():
        open_quote = bool(found) and _is_open(found[-1])
        found[-1:] = [f"{found[-1]}\n{line}"] if open_quote else [*found[-1:], line]
    return found


def _is_open(command: str) -> bool:
    try:
        shlex.split(command)
    except ValueError:
        return True
    return False


def answer(words: list[str], given: str, capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    if words[0] == "echo":
        return 0, f"{words[1]}\n"
    if words[0] == "git":
        return subprocess.run(words, capture_output=True, check=False).returncode, ""
    sys.stdin = io.TextIOWrapper(io.BytesIO(given.encode()))
    try:
        code = (
            run_group("hypatia", "shelf", words[1:])
            if words[0] == "hypatia"
            else run(words[0], VAULTKIT, "check", words[1:])
        )
    except SystemExit as end:
        code = int(end.code or 0)
    said = capsys.readouterr()
    return code, said.out + said.err


@pytest.mark.parametrize("skill", MEMORIES)
def test_every_command_runs(
    skill: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    project = make_repository(tmp_path / "project")
    (project / ".vaultkit.toml").write_text('[shelf]\nmodel = "tiny"\n[shelf.max_tokens]\ntiny = 20\n')
    git(project, "branch", "side")
    monkeypatch.chdir(project)
    monkeypatch.setattr("sys.stdin", sys.stdin)
    for name, value in {**ENVIRONMENT, "VAULTKIT_HOME": str(tmp_path / "state"), "HOME": str(tmp_path)}.items():
        monkeypatch.setenv(name, value)
    known = {"PROJECT": "project", "BRANCH": "side", "ID": "", "ENTRY": ""}
    shown = commands((SKILLS / skill / "SKILL.md").read_text("utf-8"))
    assert len(shown) >= LEAST[skill]
    for command in [*BEFORE[skill], *shown]:
        words = [
            re.sub(r"\b(PROJECT|BRANCH|ID|ENTRY)\b", lambda match: known[match[1]], word)
            for word in shlex.split(command)
        ]
        code, said = 1, ""
        for either in _split(words, "||"):
            for step in _split(either, "|"):
                code, said = answer(step, said, capsys)
            if not code:
                break
        assert code == 0, f"{command}: {code} {said}"
        if "remember" in words:
            known["ID"] = said.strip()
        known["ENTRY"] = next(iter(re.findall(r"msg-s-\d+", said)[-1:]), known["ENTRY"])


def _split(words: list[str], sign: str) -> list[list[str]]:
    parts: list[list[str]] = [[]]
    for word in words:
        parts = [*parts, []] if word == sign else [*parts[:-1], [*parts[-1], word]]
    return parts


def test_the_silent_one_says_all_of_it() -> None:
    """The rules of silence, what to remember and what not, how important what is."""
    text = (SKILLS / "git-notes-memory" / "SKILL.md").read_text("utf-8")
    rules = re.findall(r"^\d\. (.+)$", text, re.MULTILINE)
    assert len(rules) == 5 and sum(rule.startswith("Never") for rule in rules) == 4
    assert "\nRemember: " in text and "\nDo not remember: " in text
    assert re.findall(r"^\| `-i (\w)` \| (\w+) ", text, re.MULTILINE) == [
        ("c", "critical"), ("h", "high"), ("n", "normal"), ("l", "low")
    ]  # fmt: skip


@pytest.mark.skipif(os.name != "posix", reason="runs scripts as programs")
@pytest.mark.parametrize(("shim", "group"), [("memory.py", "mem"), ("hypatia", "shelf")])
def test_the_shims_hand_everything_over(shim: str, group: str, tmp_path: Path) -> None:
    program = tmp_path / "vaultkit"
    program.write_text('#!/bin/sh\nprintf "%s\\n" "$@"\nexit 7\n')
    program.chmod(0o755)
    environment = {**os.environ, "VAULTKIT": str(program)}
    words = ["-p", "a b", "remember", '{"decision": "a \\"b\\" $c"}', "-i", "h"]
    file = PLUGIN / "bin" / shim
    assert os.access(file, os.X_OK)
    done = subprocess.run(
        [sys.executable, str(file), *words], env=environment, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout.splitlines()) == (7, [group, *words])
