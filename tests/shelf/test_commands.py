"""The commands of the shelf: each has help and is in the docs; they start light; both names are one program."""

from __future__ import annotations

import json
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.cli.test_start import PROGRAM
from vaultkit.cli.main import VAULTKIT, run, run_group
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


def test_the_shelf_of_a_project_is_its_configuration_and_config_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("VAULTKIT_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    project = tmp_path / "my-app"
    (project / ".git").mkdir(parents=True)
    (project / "src").mkdir()
    monkeypatch.chdir(project / "src")
    (tmp_path / "config" / "vaultkit").mkdir(parents=True)
    (tmp_path / "config" / "vaultkit" / "config.toml").write_text('[shelf]\nmodel = "GLM 5.1"\nname = "mine"\n')
    (project / ".vaultkit.toml").write_text('[shelf]\nname = "work"\n[shelf.max_tokens]\n"glm-5.1" = 128000\n')
    assert run_group("hypatia", "shelf", ["connect", str(tmp_path / "wrok")]) == 1 and not (tmp_path / "wrok").exists()
    assert run_group("hypatia", "shelf", ["connect", "--new", str(tmp_path / "work")]) == 0
    assert run_group("hypatia", "shelf", ["log", "--session", "a", "--role", "user", "hi"]) == 0
    assert run_group("hypatia", "shelf", ["scope", "list", "-s", "work"]) == 0
    assert run_group("hypatia", "shelf", ["pending"]) == 0
    assert run("vaultkit", VAULTKIT, "", ["config", "--json"]) == 0
    said = capsys.readouterr().out
    assert "\nmy-app\n" in said and "of 115,200 tokens" in said
    told = {each["key"]: (each["value"], each["source"]) for each in json.loads(said.splitlines()[-1])["settings"]}
    assert told["shelf.name"] == ("work", ".vaultkit.toml") and told["shelf.max_tokens"] == (128000, ".vaultkit.toml")
    assert told["shelf.model"] == ("GLM 5.1", str(tmp_path / "config" / "vaultkit" / "config.toml"))
    assert told["shelf.summarizer"] == ("", "default")


@pytest.mark.parametrize("option", ["--offset", "--limit"])
def test_fewer_than_none_is_no_number(option: str) -> None:
    with pytest.raises(SystemExit) as ended:
        run_group("hypatia", "shelf", ["search", "x", option, "-1"])
    assert ended.value.code == 2


@pytest.mark.parametrize(
    "text", ["[shelf.max_tokens]\nx = 0\n", '[shelf.max_tokens]\nx = "1"\n', "[shelf]\nmax_tokens = 5\n"]
)
def test_limits_that_are_none(
    text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("VAULTKIT_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    (tmp_path / ".vaultkit.toml").write_text(text)
    assert run_group("hypatia", "shelf", ["pending"]) == 1
    assert "write a table of whole numbers above 0" in capsys.readouterr().err
