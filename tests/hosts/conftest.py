"""A home of its own for each test; and the real Claude Code, from npm, kept in the environment."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import warnings
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.hosts.claude_code import Claude, record_hooks
from vaultkit.cli.main import VAULTKIT, run

Call = Callable[..., tuple[int, str, str]]
"""A command with its arguments to exit code, output, error output."""

VERSION = os.environ.get("CLAUDE_CODE_VERSION", "2.1.332")
CACHE = Path(sys.prefix) / "claude-code" / VERSION
INSTALL = [
    "install",
    "--prefix",
    str(CACHE),
    "--no-audit",
    "--no-fund",
    "--no-save",
    "--ignore-scripts",
    "--loglevel=error",
]


@pytest.fixture(scope="session")
def claude_program() -> list[str]:
    """How to call it. Without node and npm these tests are skipped, and say so."""
    package = CACHE / "node_modules" / "@anthropic-ai" / "claude-code"
    node, npm = shutil.which("node"), shutil.which("npm")
    if not node or not npm:
        _skip("node and npm are missing")
    if not (package / "cli-wrapper.cjs").is_file():
        CACHE.mkdir(parents=True, exist_ok=True)
        command = [str(npm), *INSTALL, f"@anthropic-ai/claude-code@{VERSION}"]
        done = subprocess.run(command, capture_output=True, text=True, timeout=240, check=False)
        if done.returncode:
            shutil.rmtree(CACHE)
            assert not os.environ.get("CI"), f"npm cannot install Claude Code: {done.stderr}"
            _skip(f"npm cannot install Claude Code ({done.stderr.strip()[:200]})")
    return [str(node), str(package / "cli-wrapper.cjs")]


def _skip(why: str) -> None:
    words = f"NOT TESTED with the real Claude Code: {why}"
    warnings.warn(words, stacklevel=1)
    pytest.skip(words)


@pytest.fixture
def claude(claude_program: list[str], tmp_path: Path) -> Claude:
    home = tmp_path / "home"
    home.mkdir()
    return Claude(tuple(claude_program), home)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A user who works in a project, and has vaultkit on the PATH."""
    project, vault = tmp_path / "project", tmp_path / "vault"
    (project / ".git").mkdir(parents=True)
    (vault / ".obsidian").mkdir(parents=True)
    monkeypatch.chdir(project)
    record_hooks(tmp_path / "bin", "/usr/bin/python3")
    (tmp_path / "bin" / "vaultkit").write_text("#!/bin/sh\n")
    (tmp_path / "bin" / "vaultkit").chmod(0o755)
    monkeypatch.setattr("sys.argv", [str(tmp_path / "bin" / "vaultkit")])
    for name, value in {"HOME": tmp_path, "PATH": tmp_path / "bin", "VAULTKIT_HOME": tmp_path / "state"}.items():
        monkeypatch.setenv(name, str(value))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    for name in ("CLAUDE_CONFIG_DIR", "VAULTKIT_VAULT"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


@pytest.fixture
def call(capsys: pytest.CaptureFixture[str]) -> Call:
    def called(*arguments: str) -> tuple[int, str, str]:
        code = run("vaultkit", VAULTKIT, "check", arguments)
        said = capsys.readouterr()
        return code, said.out, said.err

    return called
