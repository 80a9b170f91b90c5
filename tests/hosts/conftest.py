"""The real Claude Code, from npm, kept in the environment; a home of its own for each test."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import warnings
from pathlib import Path

import pytest

from tests.hosts.claude_code import Claude

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
