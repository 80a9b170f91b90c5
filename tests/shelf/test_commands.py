"""The commands of the shelf: each has help and is in the docs; they start light; both names are one program."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.cli.test_start import PROGRAM
from vaultkit.cli.main import run_group
from vaultkit.cli.shelf import COMMANDS

HOUSE = Path(__file__).parents[2]
HEAVY = {
    "numpy",
    "ollama",
    "httpx",
    "yaml",
    "jinja2",
    "networkx",
    "rich",
    "ahocorasick",
    "graspologic_native",
    "watchfiles",
}


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_and_a_place_in_the_docs(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    for program in ("hypatia", "vaultkit shelf"):
        with pytest.raises(SystemExit) as ended:
            run_group(program, "shelf", [command, "--help"])
        assert ended.value.code == 0
        assert f"example:\n  {program} {command}" in capsys.readouterr().out
    assert f"{command}" in (HOUSE / "docs" / "shelf.md").read_text("utf-8")


def test_the_shelf_may_be_named_before_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_group("hypatia", "shelf", ["-s", "nowhere", "search", "x"]) == 1
    assert "there is no shelf 'nowhere'" in capsys.readouterr().err


@pytest.mark.parametrize(
    "arguments",
    [
        ["search", "x"],
        ["query", '["$knowledge"]'],
        ["log", "--session", "a", "--role", "user", "hi"],
        ["pending"],
        ["rules"],
    ],
    ids=lambda arguments: str(arguments[0]),
)
def test_a_command_imports_what_it_needs(arguments: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VAULTKIT_HOME", str(tmp_path))
    call = f"from vaultkit.cli.main import run_group\nrun_group('hypatia', 'shelf', {arguments!r})"
    program = PROGRAM.format(f"sys.path[:0] = {[path for path in sys.path if path]!r}\n{call}")
    done = subprocess.run([sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert not set(done.stderr.splitlines()[-1].split()) & HEAVY


def test_hypatia_is_installed_with_vaultkit() -> None:
    scripts = tomllib.loads((HOUSE / "pyproject.toml").read_text("utf-8"))["project"]["scripts"]
    assert scripts["hypatia"] == "vaultkit.cli.main:hypatia"
