"""What a command prints suits whoever reads it: a terminal, a pipe, a program."""

from __future__ import annotations

import json
import os
import pty
import subprocess
from pathlib import Path

import pytest

from tests.program import GRAPHIFY, copy_example, graphify, update

NODE = {"id", "label", "kind", "source_file", "source_location"}
BUILD = {"root", "nodes", "edges", "communities", "changed", "removed", "unread", "docs", "problems", "seconds"}
PROBLEM = {"path", "line", "column", "severity", "rule", "message"}


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    """The example, built, with a note that many refer to by a name in Japanese."""
    copied = copy_example(tmp_path / "vault")
    (copied / "日本語.md").write_text("---\nsummary: これは\n---\n")
    for number in range(30):
        (copied / f"Note {number}.md").write_text("[[日本語]]")
    update(copied)
    return copied


def on_a_terminal(*command: object, cwd: Path, **env: str) -> str:
    """What a terminal gets to see."""
    ours, theirs = pty.openpty()
    called, wanted = [GRAPHIFY, *map(str, command)], {**os.environ, **env}
    run = subprocess.Popen(called, cwd=cwd, stdout=theirs, stderr=theirs, env=wanted)
    os.close(theirs)
    seen = b""
    try:
        while data := os.read(ours, 65536):
            seen += data
    except OSError:  # Linux says EIO when the other end is closed
        pass
    os.close(ours)
    run.wait()
    return seen.decode()


def test_colour_only_on_a_terminal_that_wants_it(vault: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert "\x1b" not in graphify(vault).stdout
    assert "\x1b[1m" in on_a_terminal("build", cwd=vault)
    assert "\x1b" not in on_a_terminal("build", cwd=vault, NO_COLOR="1")


@pytest.mark.parametrize("command", [["gods", "--top", "999"], ["status"], ["build"], ["--help"], ["gods", "--help"]])
@pytest.mark.parametrize("reader", ["true", "head -1"])
def test_a_reader_that_has_seen_enough(vault: Path, command: list[str], reader: str) -> None:
    script = f'{{ "$0" "$@"; echo $? >&2; }} | {reader}'
    called = ["bash", "-c", script, GRAPHIFY, *command]
    assert subprocess.run(called, cwd=vault, capture_output=True, text=True, check=False).stderr == "0\n"


@pytest.mark.parametrize("command", [["gods"], ["gods", "--json"], ["build"], ["status", "--json"], ["--version"]])
def test_an_answer_that_cannot_be_written(vault: Path, command: list[str]) -> None:
    with open("/dev/full", "wb") as full:
        run = graphify(*command, cwd=vault, capture_output=False, stdout=full, stderr=subprocess.PIPE)
    assert run.returncode == 1
    assert run.stderr.startswith("graphify: ") and "No space left" in run.stderr and run.stderr.count("\n") == 1


@pytest.mark.parametrize("closed", [">&-", ">&- 2>&-", "2>&-", "<&-"])
def test_closed_streams(vault: Path, closed: str) -> None:
    (vault / "Home.md").write_text("changed")
    script = f'"$0" build {closed} && "$0" gods --json {closed}'
    assert subprocess.run(["bash", "-c", script, GRAPHIFY], cwd=vault, capture_output=True, check=False).returncode == 0
    assert graphify("status", cwd=vault).returncode == 0


def test_a_terminal_that_speaks_ascii(vault: Path) -> None:
    ascii_only = {"PYTHONIOENCODING": "ascii"}
    (vault / "Ünread.md").write_bytes(b"\xff")
    for command in (["build", vault], ["gods"], ["status"]):
        run = graphify(*command, cwd=vault, env=ascii_only)
        assert run.returncode in (0, 1) and run.stdout.isascii() and "Traceback" not in run.stderr
    answer = graphify("gods", "--json", cwd=vault, env=ascii_only, encoding="utf-8").stdout
    assert "日本語" in {god["label"] for god in json.loads(answer)["gods"]}
    assert graphify("build", "日本語", cwd=vault, env=ascii_only).returncode == 1


def test_no_control_character_reaches_the_terminal(tmp_path: Path) -> None:
    vault = tmp_path / "va\x1b[31mult\u202e"
    (vault / ".obsidian").mkdir(parents=True)
    (vault / "No\x1b]0;owned\x07te.md").write_text('---\nsummary: "a\\u001b[31mb"\n---\n')
    (vault / "Re\x1b[2Jfers.md").write_text("[[No\x1b]0;owned\x07te]] \x1b[31m")
    (vault / "Br\x1b[2Joken.md").write_bytes(b"\xff")
    said = [graphify(vault), graphify("gods", cwd=vault)]
    (vault / "Ne\x1b[2Jw.md").write_text("x")
    said += [graphify("status", cwd=vault), graphify("build", vault / "no\x1b[31mwhere")]
    assert "owned" in said[1].stdout
    for run in said:
        assert all(character.isprintable() or character == "\n" for character in run.stdout + run.stderr)


def test_json_is_one_document_with_the_agreed_fields(vault: Path) -> None:
    (vault / "Broken.md").write_bytes(b"\xff")
    (vault / "Home.md").unlink()
    built = json.loads(graphify("build", vault, "--json").stdout)
    assert built.keys() == BUILD
    assert built["root"] == str(vault) and built["changed"] == built["unread"] == ["Broken.md"]
    assert built["removed"] == ["Home.md"]
    assert all(problem.keys() == PROBLEM for problem in built["problems"])
    answer = json.loads(graphify("gods", "--json", "--top", "3", cwd=vault).stdout)
    assert answer.keys() == {"gods"} and len(answer["gods"]) == 3
    assert all(god.keys() >= NODE | {"degree"} for god in answer["gods"])


@pytest.mark.parametrize("top", ["1", "3", "99999999"])
def test_how_many_gods(vault: Path, top: str) -> None:
    gods = json.loads(graphify("gods", "--json", "--top", top, cwd=vault).stdout)["gods"]
    assert 0 < len(gods) <= int(top)


@pytest.mark.parametrize("top", ["0", "-1", "many"])
def test_no_gods_are_wrong_usage(vault: Path, top: str) -> None:
    assert graphify("gods", "--top", top, cwd=vault).returncode == 2
