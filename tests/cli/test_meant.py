"""Which vault a command takes that names none, and that it says so where it is another than the one around."""

from __future__ import annotations

from pathlib import Path

import pytest

from vaultkit.cli.main import GRAPHIFY, VAULTKIT, run

NOTE = "---\nsummary: What it holds.\ntags: [type/note, domain/x, scope/global]\n---\nText about moons.\n"
FALLS_BACK = [
    ("graphify", "build", "vault or project"),
    ("vaultkit", "check", "vault"),
    ("vaultkit", "notes --type note", "vault"),
    ("vaultkit", "facets", "vault"),
    ("vaultkit", "new tool Moon --summary Text --tag domain/moon --dry-run", "vault"),
    ("vaultkit", "retag domain/x domain/y --dry-run", "vault"),
    ("graphify", "query moons", "graph"),
    ("graphify", "explain Note", "graph"),
    ("graphify", "gods", "graph"),
    ("graphify", "status", "graph"),
]
"""Program, arguments, what is missing here."""


@pytest.fixture
def vault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A vault that the user's own configuration names, and a folder beside it that is nothing."""
    vault, config = tmp_path / "vault", tmp_path / "config" / "vaultkit" / "config.toml"
    for folder in (vault / ".obsidian", vault / "sub", config.parent, tmp_path / "nothing"):
        folder.mkdir(parents=True)
    (vault / "Note.md").write_text(NOTE)
    config.write_text(f'[vault]\npath = "{vault}"\n')
    for name, value in {
        "HOME": tmp_path,
        "XDG_CONFIG_HOME": tmp_path / "config",
        "VAULTKIT_HOME": tmp_path / "s",
    }.items():
        monkeypatch.setenv(name, str(value))
    monkeypatch.delenv("VAULTKIT_VAULT", raising=False)
    monkeypatch.chdir(tmp_path / "nothing")
    assert run("graphify", GRAPHIFY, "build", ["build", str(vault)]) == 0
    return vault


def said(capsys: pytest.CaptureFixture[str], program: str, words: str) -> list[str]:
    """The lines about another vault that a command says on stderr."""
    capsys.readouterr()
    commands, default = (GRAPHIFY, "build") if program == "graphify" else (VAULTKIT, "check")
    assert run(program, commands, default, words.split()) == 0, capsys.readouterr().err
    return [line for line in capsys.readouterr().err.splitlines() if " here: " in line]


def test_a_command_that_falls_back_says_so(
    vault: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    config = vault.parent / "config" / "vaultkit" / "config.toml"
    for program, words, what in FALLS_BACK:
        assert said(capsys, program, words) == [f"vaultkit: no {what} here: using {vault}, as {config} says"], words
    monkeypatch.chdir(vault / "sub")
    for program, words, _ in FALLS_BACK:
        assert said(capsys, program, words) == [], words


def test_a_vault_that_is_named_is_not_told(vault: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert said(capsys, "vaultkit", f"check --vault {vault}") == said(capsys, "graphify", f"build {vault}") == []


def test_the_environment_is_named(
    vault: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("VAULTKIT_VAULT", str(vault))
    assert said(capsys, "vaultkit", "check") == [f"vaultkit: no vault here: using {vault}, as $VAULTKIT_VAULT says"]
