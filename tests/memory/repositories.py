"""Real repositories with pinned authors and times, and commands run in them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

HOUSE = Path(__file__).parent.parent.parent
PROGRAM = "import sys; from vaultkit.cli.main import vaultkit; sys.exit(vaultkit())"
ENVIRONMENT = {
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_AUTHOR_NAME": "Ada",
    "GIT_AUTHOR_EMAIL": "ada@example.org",
    "GIT_AUTHOR_DATE": "2024-01-15T10:00:00Z",
    "GIT_COMMITTER_NAME": "Ada",
    "GIT_COMMITTER_EMAIL": "ada@example.org",
    "GIT_COMMITTER_DATE": "2024-01-15T10:00:00Z",
    "COLUMNS": "120",
    "TZ": "UTC",
    "VAULTKIT_NOW": "2024-01-15T10:30:00+00:00",
}


def git(folder: Path, *arguments: str, data: bytes = b"") -> str:
    """What a git command prints."""
    settings = {**os.environ, **ENVIRONMENT}
    done = subprocess.run(["git", *arguments], cwd=folder, env=settings, input=data, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout.decode().strip()


def make_repository(folder: Path, *, commits: int = 1) -> Path:
    """A repository on `main` with so many commits."""
    folder.mkdir(parents=True, exist_ok=True)
    git(folder, "init", "--quiet", "--initial-branch=main")
    for number in range(commits):
        git(folder, "commit", "--quiet", "--allow-empty", "-m", f"commit {number}")
    return folder


def start(folder: Path, *arguments: str, **more: Any) -> subprocess.Popen[bytes]:
    """A process of `vaultkit` that runs on its own."""
    settings = {**os.environ, **ENVIRONMENT, "PYTHONPATH": str(HOUSE)}
    pipes = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **more}
    return subprocess.Popen([sys.executable, "-c", PROGRAM, *arguments], cwd=folder, env=settings, **pipes)


def run(folder: Path, *arguments: str, data: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    """A finished process of `vaultkit`."""
    process = start(folder, *arguments, stdin=subprocess.PIPE)
    out, error = process.communicate(data, timeout=60)
    return subprocess.CompletedProcess(arguments, process.returncode, out, error)
