"""Several writers at once, and writers that are killed: what was acknowledged is there, and the repository is sound."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from tests.memory.repositories import ENVIRONMENT, HOUSE, git, make_repository, run

WRITER = """
import sys
from vaultkit.cli.main import VAULTKIT, run
for number in range(int(sys.argv[2])):
    text = f"memory {sys.argv[1]}-{number} of a writer"
    words = ["mem", "remember", text] if sys.argv[3] == "mem" else ["recall", "store", "key", text]
    if run("vaultkit", VAULTKIT, "check", words):
        sys.exit(1)
    print(f"done {sys.argv[1]}-{number}", flush=True)
"""


def start_writer(project: Path, name: str, writes: int, store: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", WRITER, name, str(writes), store]
    settings = {**os.environ, **ENVIRONMENT, "PYTHONPATH": str(HOUSE)}
    pipe = subprocess.PIPE
    return subprocess.Popen(command, cwd=project, env=settings, stdout=pipe, text=True, start_new_session=True)


def acknowledged(writer: subprocess.Popen[str]) -> set[str]:
    return {line.split()[1] for line in writer.communicate()[0].splitlines() if line.startswith("done ")}


def stored(project: Path, store: str) -> list[str]:
    if store == "mem":
        out = run(project, "mem", "export").stdout
        texts: list[Any] = [json.loads(line)["d"] for line in out.splitlines()]
    else:
        answer = json.loads(run(project, "recall", "retrieve", "key", "--max-count", "1000").stdout)
        texts = [result["content"] for result in answer["results"]]
    return [text.split()[1] for text in texts]


@pytest.mark.parametrize("store", ["mem", "recall"])
def test_a_crowd_of_writers_loses_nothing(tmp_path: Path, store: str) -> None:
    project = make_repository(tmp_path / "project")
    git(project, "worktree", "add", "--quiet", "--detach", "../tree")
    places = (project, tmp_path / "tree", project, tmp_path / "tree")
    writers = [start_writer(place, str(number), 6, store) for number, place in enumerate(places)]
    said = set[str]().union(*map(acknowledged, writers))
    found = stored(project, store)
    assert len(said) == 24 and sorted(found) == sorted(said)
    assert git(project, "fsck", "--strict", "--no-dangling") == ""


@pytest.mark.skipif(os.name != "posix", reason="kills a group of processes")
@pytest.mark.parametrize("store", ["mem", "recall"])
def test_killed_writers_lose_nothing_that_was_acknowledged(tmp_path: Path, store: str) -> None:
    project = make_repository(tmp_path / "project")
    said: set[str] = set()
    for number in range(3):
        writer = start_writer(project, str(number), 1000, store)
        assert writer.stdout is not None
        while not writer.stdout.readline().startswith("done"):
            pass
        said.add(f"{number}-0")
        time.sleep(0.02 * number)  # git is killed too, in the middle of whatever it does
        os.killpg(writer.pid, signal.SIGKILL)
        said |= acknowledged(writer)
    assert run(project, "mem", "remember", "memory last of all").returncode == 0
    assert run(project, "recall", "store", "key", "memory last of all").returncode == 0
    found = stored(project, store)
    assert said and said <= set(found) and "last" in found
    assert git(project, "fsck", "--strict", "--no-dangling") == ""
