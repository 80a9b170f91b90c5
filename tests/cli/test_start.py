"""What starts fast: a command imports what it needs and nothing else."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from extractors.formats import NOTES
from extractors.registry import EXTRACTORS
from vaultkit.building.pipeline import build
from vaultkit.config import read_root

HEAVY = {
    "networkx",
    "graspologic_native",
    "jinja2",
    "yaml",
    "ahocorasick",
    "numpy",
    "rich",
    "watchfiles",
    "dataclasses",
}
IN_ANSWERS = {"dataclasses"}
"""Cannot be helped where the standard library does it."""
PROGRAM = "import sys\n{}\nprint(*sorted({{name.partition('.')[0] for name in sys.modules}}), file=sys.stderr)"
COMMAND = (
    "from vaultkit.cli.main import graphify\nsys.argv[1:] = {!r}\ntry:\n    graphify()\nexcept SystemExit:\n    pass"
)


def imported(program: str, folder: Path) -> set[str]:
    paths = f"sys.path[:0] = {[path for path in sys.path if path]!r}\n"
    command = [sys.executable, "-c", PROGRAM.format(paths + program)]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True)
    return set(done.stderr.splitlines()[-1].split())


@pytest.fixture(scope="session")
def vault(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("start")
    (folder / ".obsidian").mkdir()
    (folder / "Alpha.md").write_text("---\nsummary: a note\n---\nalpha [[Beta]]")
    root = read_root(folder)
    build(root, root.out)
    return folder


def test_the_door_is_light(vault: Path) -> None:
    for program in ("import vaultkit.cli.main", COMMAND.format(["--help"]), COMMAND.format(["--version"])):
        found = imported(program, vault)
        assert not found & (HEAVY | {"sqlite3", "msgspec", "Stemmer", "graph", "extractors", "templates", "json"})


@pytest.mark.parametrize(
    "arguments",
    [
        ["query", "alpha"],
        ["query", "nothing like it", "--json"],
        ["search", "alpha"],
        ["path", "Alpha", "Beta"],
        ["explain", "Alpha"],
        ["affected", "Alpha"],
        ["gods"],
        ["status"],
        ["query", "--help"],
    ],
    ids=" ".join,
)
def test_a_question_imports_nothing_of_a_build(vault: Path, arguments: list[str]) -> None:
    assert not imported(COMMAND.format(arguments), vault) & HEAVY


def test_what_is_read_has_an_extractor() -> None:
    assert EXTRACTORS.keys() == NOTES
