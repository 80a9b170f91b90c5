"""Sessions as they stand in tests/cases/memory/*.session: commands, and what they print.

A line `#: ` is a remark. A line `$ COMMAND` is run in a fresh repository; what follows is its output, `[N]` its exit
code if that is not 0, and after `stderr:` what it says there. `python3 $SKILL_PATH/memory.py` is `vaultkit mem`;
`$DIR` is the project; `$ID` is what the last command printed, if that is one word. VAULTKIT_RECORD=1 records them
again: read the difference.
"""

from __future__ import annotations

import os
import re
import shlex
from pathlib import Path

import pytest

from tests.memory.repositories import git, make_repository
from vaultkit.cli.main import VAULTKIT
from vaultkit.cli.main import run as run_program

SESSIONS = Path(__file__).parent.parent / "cases" / "memory"
MEMORY_PY = "python3 $SKILL_PATH/memory.py"


@pytest.mark.parametrize("path", sorted(SESSIONS.glob("*.session")), ids=lambda path: path.stem)
def test_session(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    project = make_repository(tmp_path / "project")
    monkeypatch.chdir(project)
    monkeypatch.setenv("VAULTKIT_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    found: list[str] = []
    known: dict[str, str] = {"DIR": ".", "ID": ""}
    for line in path.read_text("utf-8").splitlines():
        if not line.startswith("$ "):
            found += [line] if line.startswith("#: ") else []
            continue
        answer = _answer(line[2:], project, known, capfdbinary).replace(str(tmp_path), "..")
        answer = re.sub(r'(_duration_ms":)\d+', r"\1MS", answer)
        if re.fullmatch(r"[\w-]+\n", answer):
            known["ID"] = answer.strip()
        found += [line, *answer.splitlines()]
    told = "\n".join(found) + "\n"
    if os.environ.get("VAULTKIT_RECORD"):
        path.write_text(told, "utf-8")
    assert told == path.read_text("utf-8")


def _answer(command: str, project: Path, known: dict[str, str], captured: pytest.CaptureFixture[bytes]) -> str:
    words = shlex.split(command.replace(MEMORY_PY, "vaultkit mem"))
    words = [re.sub(r"\$(DIR|ID)\b", lambda match: known[match[1]], word) for word in words]
    if words[0] == "git":
        return (git(project, *words[1:]) + "\n").lstrip("\n")
    if words[0] == "echo":
        (project / words[3]).write_text(words[1] + "\n")
        return ""
    assert words[0] == "vaultkit", command
    try:
        code = run_program("vaultkit", VAULTKIT, "check", words[1:])
    except SystemExit as end:
        code = int(end.code or 0)
    out, error = captured.readouterr()
    told = out.decode() + (f"[{code}]\n" if code else "")
    return told + (f"stderr: {error.decode()}" if error else "")
