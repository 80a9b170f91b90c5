"""What is installed: the four floors and nothing else, commands that tell how they are called, a light door."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from hatchling.builders.wheel import WheelBuilder

from tests.program import HOUSE, copy_example, graphify
from vaultkit.cli.main import GRAPHIFY

PLUGIN = "vaultkit/plugin"
FLOORS = ("extractors", "graph", "templates", "vaultkit")
HEAVY = ("msgspec", "yaml", "jinja2", "sqlite3", "ahocorasick", "graspologic_native", "networkx", "rich")


@pytest.mark.parametrize("floor", FLOORS)
def test_packages_of_the_same_name_do_not_disturb(tmp_path: Path, floor: str) -> None:
    """A project may well hold a package called `graph`; its code is never run."""
    vault = copy_example(tmp_path / "vault")
    for poisoned in (vault / floor, tmp_path / floor):
        poisoned.mkdir(exist_ok=True)
        (poisoned / "__init__.py").write_text("raise SystemExit('poisoned')\n")
    for folder in (vault, tmp_path):
        assert graphify("build", vault, cwd=folder).returncode == 0
    assert graphify("gods", cwd=vault).stdout


def test_the_wheel_holds_the_four_floors(tmp_path: Path) -> None:
    wheel = next(WheelBuilder(str(HOUSE)).build(directory=str(tmp_path)))
    with zipfile.ZipFile(wheel) as opened:
        packed = {name for name in opened.namelist() if ".dist-info/" not in name}
    files = {path for floor in FLOORS for path in (HOUSE / floor).rglob("*") if path.is_file()}
    assert packed == {path.relative_to(HOUSE).as_posix() for path in files if "__pycache__" not in path.parts}
    assert packed >= {f"{floor}/py.typed" for floor in FLOORS} | {"templates/report.md.j2", "templates/graph.html.j2"}
    assert packed >= {f"{PLUGIN}/{name}" for name in (".claude-plugin/plugin.json", "hooks/hooks.json")}
    code = (".py", ".j2", ".css", ".js", ".scm", "py.typed", ".LICENSES.txt")
    assert all(name.endswith(code) or name.startswith(f"{PLUGIN}/") for name in packed)


@pytest.mark.parametrize("command", GRAPHIFY)
def test_every_command_has_help_with_an_example(command: str) -> None:
    run = graphify(command, "--help")
    assert run.returncode == 0
    assert f"usage: graphify {command}" in run.stdout
    assert f"example:\n  graphify {command}" in run.stdout


@pytest.mark.parametrize("command", GRAPHIFY)
def test_every_command_is_in_the_readme(command: str) -> None:
    assert f"graphify {command}" in (HOUSE / "README.md").read_text("utf-8")


@pytest.mark.parametrize("asked", [["--help"], ["-h"], ["help"]])
def test_the_overview_names_every_command(asked: list[str]) -> None:
    said = graphify(*asked).stdout
    assert all(f"\n  {name} " in said for name in GRAPHIFY) and "example:" in said


def test_the_door_imports_nothing_heavy() -> None:
    script = f"import sys, vaultkit.cli.main; print(sorted(set({HEAVY!r}) & set(sys.modules)))"
    assert subprocess.check_output([sys.executable, "-c", script], cwd=HOUSE, text=True) == "[]\n"
