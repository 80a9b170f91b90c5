"""Shell sessions, run as they stand: `$ command`, what it prints, `[n]` if it ends with another exit code than 0.

`tests/cases/shelf/*.txt` and the sessions in docs/shelf.md; stdout and stderr as a terminal shows them, times frozen at
$VAULTKIT_NOW.
"""

from __future__ import annotations

import io
import os
import re
import shlex
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import pytest

from vaultkit.cli.main import VAULTKIT, run, run_group

CASES = Path(__file__).parent.parent / "cases" / "shelf"
DOCS = CASES.parents[2] / "docs" / "shelf.md"
_PLAIN = re.compile(r"""(?:hypatia|vaultkit shelf)(?:[^"'|&;<>$`()\\]|"[^"$`\\]*"|'[^']*')*""")
"""A command that any shell would hand over as it stands."""
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
def environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    scripts = tmp_path / "bin"
    scripts.mkdir()
    for name in ("hypatia", "vaultkit"):
        (scripts / name).write_text(_SCRIPT.format(python=sys.executable, name=name))
        (scripts / name).chmod(0o755)
    (tmp_path / "my-app").mkdir()
    monkeypatch.chdir(tmp_path / "my-app")
    values = {
        "PATH": f"{scripts}:{os.environ['PATH']}",
        "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
        "PYTHONUNBUFFERED": "1",  # so that both streams come in the order of writing
        "PYTHONIOENCODING": "utf-8",
        "VAULTKIT_HOME": str(tmp_path / "home"),
        "XDG_CONFIG_HOME": str(tmp_path / "config"),
        "VAULTKIT_NOW": "2026-09-08T12:00:00+00:00",
        "COLUMNS": "80",
        "TZ": "UTC",
    }
    for name, value in values.items():
        monkeypatch.setenv(name, value)
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


@pytest.mark.usefixtures("environment")
@pytest.mark.parametrize("session", sessions(), ids=lambda path: path.stem)
def test_session(session: Path, tmp_path: Path) -> None:
    for command, expected in steps(text_of(session)):
        in_shell = session.stem == "seed" or not _PLAIN.fullmatch(command)
        code, said = by_shell(command) if in_shell else by_call(command)
        said = said.replace(str(tmp_path), "/tmp")
        assert said + (f"[{code}]\n" if code else "") == expected, command


def by_shell(command: str) -> tuple[int, str]:
    """The exit code and the output of a command as bash runs it."""
    streams = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
    done = subprocess.run(["bash", "-c", command], timeout=120, check=False, **streams)
    return done.returncode, done.stdout.decode()


def by_call(command: str) -> tuple[int, str]:
    """The same of a command that needs no shell, without a process: ten times as fast."""
    program, *arguments = shlex.split(command)
    written = io.BytesIO()
    output = io.TextIOWrapper(written, "utf-8", write_through=True)
    with redirect_stdout(output), redirect_stderr(output):
        try:
            is_hypatia = program == "hypatia"
            code = run_group(program, "shelf", arguments) if is_hypatia else run(program, VAULTKIT, "", arguments)
        except SystemExit as ended:
            code = ended.code if isinstance(ended.code, int) else 1
    return code, written.getvalue().decode()
