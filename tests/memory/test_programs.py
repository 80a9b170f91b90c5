"""memory.py as agents call it, by a plain Python; and what starting costs."""

from __future__ import annotations

import ast
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.memory.repositories import ENVIRONMENT, HOUSE, PROGRAM, make_repository

MEMORY_PY = HOUSE / "vaultkit" / "plugin" / "skills" / "git-notes-memory" / "memory.py"
HEAVY = {"msgspec", "yaml", "sqlite3", "numpy", "tomllib", "dataclasses", "networkx", "jinja2", "platformdirs"}


def test_memory_py_is_read_by_python_3_7() -> None:
    ast.parse(MEMORY_PY.read_text("utf-8"), feature_version=(3, 7))


def call(folder: Path, *words: str, **variables: str) -> subprocess.CompletedProcess[str]:
    python = shutil.which("python3", path="/usr/bin:/usr/local/bin") or sys.executable
    environment = {"PATH": "/usr/bin:/bin", "HOME": str(folder), **ENVIRONMENT, **variables}
    command = [python, str(folder / "memory.py"), *words]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)


@pytest.mark.skipif(os.name != "posix", reason="runs a script as a program")
def test_memory_py_hands_everything_over(tmp_path: Path) -> None:
    project = make_repository(tmp_path / "pro ject")
    shutil.copy(MEMORY_PY, tmp_path / "memory.py")
    missing = call(tmp_path, "-p", str(project), "recall")
    assert (missing.returncode, missing.stdout, missing.stderr.count("\n")) == (127, "", 1)
    assert "vaultkit" in missing.stderr
    program = tmp_path / "bin" / "vaultkit"
    program.parent.mkdir()
    program.write_text(f"#!{sys.executable}\nimport sys\nsys.path.insert(0, {str(HOUSE)!r})\n{PROGRAM}\n")
    program.chmod(0o755)
    for variables in ({"VAULTKIT": str(program)}, {"PATH": f"{program.parent}:/usr/bin:/bin"}, {}):  # beside the script
        done = call(tmp_path, "-p", str(project), "remember", '{"decision": "a \\"b\\" $c"}', "-i", "h", **variables)
        assert done.returncode == 0, done.stderr
        answer = call(tmp_path, "-p", str(project), "recall", "-i", done.stdout.strip(), **variables)
        assert json.loads(answer.stdout)["d"] == {"decision": 'a "b" $c'}
    assert call(tmp_path, "-p", str(project), "forget", "none", **variables).returncode == 1


@pytest.mark.parametrize(
    "words", ["mem recall", "mem get x", "mem remember x", "recall retrieve k", "recall store k t"]
)
def test_a_memory_imports_little(tmp_path: Path, words: str) -> None:
    project = make_repository(tmp_path / "project")
    code = "import sys\nfrom vaultkit.cli.main import VAULTKIT, run\nrun('vaultkit', VAULTKIT, 'check', sys.argv[1:])\n"
    code += "print(*sorted({name.partition('.')[0] for name in sys.modules}), file=sys.stderr)"
    environment = {**os.environ, "PYTHONPATH": str(HOUSE)}
    command = [sys.executable, "-c", code, *words.split()]
    done = subprocess.run(command, cwd=project, env=environment, capture_output=True, text=True, check=True)
    assert not HEAVY & set(done.stderr.splitlines()[-1].split())
