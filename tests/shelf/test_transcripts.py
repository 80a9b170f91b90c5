"""Shell sessions, run as they stand: `$ command`, what it prints, `[n]` if it ends with another exit code than 0.

`tests/cases/shelf/*.txt` and the sessions in docs/shelf.md; stdout and stderr as a terminal shows them, times frozen at
$VAULTKIT_NOW.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

CASES = Path(__file__).parent.parent / "cases" / "shelf"
DOCS = CASES.parents[2] / "docs" / "shelf.md"
_SCRIPT = "#!{python}\nimport sys\nfrom vaultkit.cli.main import {name}\nsys.exit({name}())\n"
"""What an installer makes of an entry point; one that is installed may be of another version."""


def sessions() -> list[Path]:
    return [*sorted(CASES.glob("*.txt")), DOCS]


def text_of(session: Path) -> str:
    text = session.read_text("utf-8")
    return "".join(re.findall(r"^```console\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)) if session == DOCS else text


def steps(text: str) -> list[tuple[str, str]]:
    """(command, what it prints): a command goes on in the lines that begin with `> `."""
    parts = re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]
    found = []
    for part in parts:
        lines = part.rstrip("\n").split("\n")
        end = next((at for at, line in enumerate(lines[1:], 1) if not line.startswith("> ")), len(lines))
        command = "\n".join([lines[0], *(line[2:] for line in lines[1:end])])
        found.append((command, "".join(line + "\n" for line in lines[end:])))
    return found


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    scripts = tmp_path / "bin"
    scripts.mkdir()
    for name in ("hypatia", "vaultkit"):
        (scripts / name).write_text(_SCRIPT.format(python=sys.executable, name=name))
        (scripts / name).chmod(0o755)
    (tmp_path / "my-app").mkdir()
    return {
        **os.environ,
        "PATH": f"{scripts}:{os.environ['PATH']}",
        "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
        "PYTHONUNBUFFERED": "1",  # so that both streams come in the order of writing
        "PYTHONIOENCODING": "utf-8",
        "VAULTKIT_HOME": str(tmp_path / "home"),
        "XDG_CONFIG_HOME": str(tmp_path / "config"),
        "VAULTKIT_NOW": "2026-09-08T12:00:00+00:00",
        "TZ": "UTC",
    }


@pytest.mark.parametrize("session", sessions(), ids=lambda path: path.stem)
def test_session(session: Path, tmp_path: Path, environment: dict[str, str]) -> None:
    for command, expected in steps(text_of(session)):
        done = subprocess.run(
            ["bash", "-c", command],
            cwd=tmp_path / "my-app",
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=120,
            check=False,
        )
        said = done.stdout.decode().replace(str(tmp_path), "/tmp")
        assert said + (f"[{done.returncode}]\n" if done.returncode else "") == expected, command
