"""Runs the installed `graphify`, copies the example vault, looks at what a build wrote."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from vaultkit.building.pipeline import Built, build
from vaultkit.config import read_root

HOUSE = Path(__file__).parent.parent
GRAPHIFY = str(Path(sys.executable).with_name("graphify"))
COMPARED = ("graph.json", "GRAPH_REPORT.md", "GRAPH_REPORT.svg", "graph.html")
ARTIFACTS = (*COMPARED, "build.json", ".gitignore")

Run = subprocess.CompletedProcess[str]


def graphify(*arguments: object, env: dict[str, str] | None = None, **more: Any) -> Run:
    """One run of the console script."""
    command = [GRAPHIFY, *map(str, arguments)]
    settings = {"capture_output": True, "text": True, "timeout": 120, "check": False, **more}
    done: Run = subprocess.run(command, env={**os.environ, **(env or {})}, **settings)
    return done


def copy_example(path: Path) -> Path:
    """The example vault, copied to `path`, without a graph."""
    return Path(shutil.copytree(HOUSE / "examples" / "vault", path, ignore=shutil.ignore_patterns("graphify-out")))


def update(vault: Path) -> Built:
    root = read_root(vault)
    return build(root, root.out)


def written(out: Path, names: tuple[str, ...] = COMPARED) -> dict[str, bytes]:
    return {name: (out / name).read_bytes() for name in names}


def rebuilt(vault: Path, elsewhere: Path) -> dict[str, bytes]:
    """What a build from nothing writes."""
    build(read_root(vault), elsewhere, force=True)
    return written(elsewhere)


def failed_clearly(run: Run, code: int = 1) -> str:
    """The one line in which a command said why it failed."""
    assert run.returncode == code, run.stderr
    assert run.stdout == ""
    assert run.stderr.startswith("graphify: ") and run.stderr.count("\n") == 1, run.stderr
    assert "Traceback" not in run.stderr
    return run.stderr
