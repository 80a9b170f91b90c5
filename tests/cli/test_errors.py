"""What goes wrong is said in one clear line on stderr, with the exit code of its kind."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from tests.program import GRAPHIFY, copy_example, failed_clearly, graphify, update


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    return copy_example(tmp_path / "vault")


@pytest.fixture
def nowhere(tmp_path: Path) -> dict[str, str]:
    """An environment without a vault of the user's own."""
    return {"HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path / "config"), "VAULTKIT_VAULT": ""}


@pytest.mark.parametrize("command", [["build"], ["--update"], ["gods"], ["status"]])
def test_no_vault(tmp_path: Path, nowhere: dict[str, str], command: list[str]) -> None:
    assert "no vault or project at or above" in failed_clearly(graphify(*command, cwd=tmp_path, env=nowhere))


def test_the_vault_of_the_environment_and_of_the_user(vault: Path, tmp_path: Path, nowhere: dict[str, str]) -> None:
    elsewhere, config = tmp_path / "elsewhere", tmp_path / "config" / "vaultkit" / "config.toml"
    elsewhere.mkdir()
    assert graphify("build", cwd=elsewhere, env={**nowhere, "VAULTKIT_VAULT": str(vault)}).returncode == 0
    config.parent.mkdir(parents=True)
    config.write_text(f'[vault]\npath = "{vault}"\n')
    assert "no file had changed" in graphify("build", cwd=elsewhere, env=nowhere).stdout
    config.write_text('[vault]\npaht = "x"\n')
    assert "did you mean 'path'?" in failed_clearly(graphify("build", cwd=elsewhere, env=nowhere))


PATHS = {
    "a file": ("file.md", "is a file"),
    "below a file": ("file.md/x", "there is no folder"),
    "missing": ("missing", "there is no folder"),
    "empty": ("empty", "there are no notes"),
    "hidden notes only": ("hidden", "there are no notes"),
    "a loop": ("loop", "loop"),
    "too long": ("x" * 5000, "too long"),
    "nobody's home": ("~nobody-of-that-name/x", "leads nowhere"),
    "control characters": ("a\x1b[31mb\nc", "there is no folder"),
}


@pytest.mark.parametrize("kind", PATHS)
def test_paths_that_are_no_vault(tmp_path: Path, kind: str) -> None:
    path, word = PATHS[kind]
    (tmp_path / "file.md").write_text("x")
    (tmp_path / "empty").mkdir()
    (tmp_path / "hidden" / ".obsidian").mkdir(parents=True)
    (tmp_path / "hidden" / ".trash.md").write_text("x")
    (tmp_path / "loop").symlink_to("loop")
    line = failed_clearly(graphify("build", path, cwd=tmp_path))
    assert word in line and line.rstrip("\n").isprintable()
    assert not (tmp_path / "empty" / "graphify-out").exists()


@pytest.mark.parametrize("call", ["--no-such", "build --updat", "gods --top x", "build a b", "--update --force"])
def test_wrong_usage(vault: Path, call: str) -> None:
    run = graphify(*call.split(), cwd=vault)
    assert run.returncode == 2 and run.stderr.startswith("usage: graphify ") and not run.stdout


@pytest.mark.parametrize("command", [["gods"], ["status"]])
@pytest.mark.parametrize("graph", [[], ["--graph", "graphify-out/graph.json"], ["--graph", "nowhere/graph.json"]])
def test_no_graph_yet(vault: Path, command: list[str], graph: list[str]) -> None:
    assert "build it: graphify PATH" in failed_clearly(graphify(*command, *graph, cwd=vault))
    assert not (vault / "graphify-out").exists()


SETTINGS = {
    "unknown table": ("[valt]\n", "'valt' is no table; did you mean 'vault'?"),
    "unknown key": ("[vault]\nexlude = []\n", "'exlude' is no key of [vault]; did you mean 'exclude'?"),
    "nothing near": ("[vault]\nqqq = 1\n", "known are: "),
    "a table's name as key": ("vault = 1\n", "write [vault]"),
    "a number as name": ("[vault]\nname = 1\n", "vault.name is 1; write a text"),
    "a number in a list": ("[vault]\nexclude = [1]\n", "write a list of texts"),
    "a text as truth": ('[graph]\nmentions = "yes"\n', "write true or false"),
    "no TOML": ("[vault\n", "cannot be read"),
    "no UTF-8": ("[vault]\nname = 'caf\udce9'\n", "cannot be read"),
    "too deep": ("[vault]\nexclude = " + "[" * 99_999, "cannot be read"),
    "control characters": ('[vault]\n"\\u001b[31m" = 1\n', "is no key of [vault]"),
}


@pytest.mark.parametrize("kind", SETTINGS)
def test_settings_that_are_wrong(vault: Path, kind: str) -> None:
    text, word = SETTINGS[kind]
    (vault / ".vaultkit.toml").write_bytes(text.encode("utf-8", "surrogateescape"))
    line = failed_clearly(graphify(vault))
    assert ".vaultkit.toml" in line and word in line and line.rstrip("\n").isprintable()


@pytest.mark.parametrize("now", ["yesterday", "0001-01-01", "2026-13-01"])
def test_a_time_that_is_none(vault: Path, now: str) -> None:
    assert "$VAULTKIT_NOW" in failed_clearly(graphify(vault, env={"VAULTKIT_NOW": now}))


def test_a_folder_that_is_gone(tmp_path: Path) -> None:
    (tmp_path / "gone").mkdir()
    script = 'cd gone && rmdir ../gone && exec "$0" gods'
    run = subprocess.run(["sh", "-c", script, GRAPHIFY], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert "the current folder is gone" in failed_clearly(run)


def test_the_graph_of_another_place(vault: Path, tmp_path: Path) -> None:
    """A graph knows whose it is, also when both have moved."""
    assert graphify(vault, "--out", tmp_path / "out").returncode == 0
    (vault / "Home.md").write_text("changed")
    run = graphify("status", "--graph", tmp_path / "out" / "graph.json", cwd=tmp_path)
    assert run.returncode == 1 and "1 changed" in run.stdout
    update(vault)
    moved = vault.rename(tmp_path / "moved")
    os.utime(moved / "Home.md")
    assert f"{moved}: " in graphify("status", cwd=moved).stdout


@pytest.mark.parametrize("slip", ["qeury", "biuld", "explian"])
def test_a_misspelt_command_is_no_folder(tmp_path: Path, slip: str) -> None:
    run = graphify(slip, "x", cwd=tmp_path)
    assert run.returncode == 2 and "did you mean" in run.stderr and not list(tmp_path.iterdir())


def test_nothing_said_is_an_overview_and_writes_nothing(vault: Path) -> None:
    run = graphify(cwd=vault)
    assert run.returncode == 0 and run.stdout.startswith("usage: ") and not (vault / "graphify-out").exists()


def test_a_folder_without_notes_is_refused(tmp_path: Path) -> None:
    (tmp_path / "settings.conf").write_text("a = 1")
    assert "there are no notes" in failed_clearly(graphify(tmp_path))
    assert not (tmp_path / "graphify-out").exists()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes have no names here")
@pytest.mark.parametrize("name", [".vaultkit.toml", "app.json", "types.json", "Note.md"])
def test_nobody_waits_for_a_pipe(vault: Path, name: str, nowhere: dict[str, str]) -> None:
    place = vault / ".obsidian" / name if name.endswith(".json") else vault / name
    place.unlink(missing_ok=True)
    os.mkfifo(place)
    for command in (["build"], ["status"], ["gods"]):
        run = graphify(*command, cwd=vault, env=nowhere, timeout=20)
        assert run.returncode in (0, 1) and "Traceback" not in run.stderr
        if name == ".vaultkit.toml":
            assert "it is a pipe, a socket or a device" in failed_clearly(run)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes have no names here")
@pytest.mark.parametrize("command", [["check", "Note.md"], ["conventions", "."], ["journal", "--show"], ["config"]])
def test_nobody_waits_for_a_pipe_to_be_checked(vault: Path, command: list[str], nowhere: dict[str, str]) -> None:
    for name in ("Note.md", "CLAUDE.md", ".obsidian/daily-notes.json", ".obsidian/templates.json"):
        (vault / name).unlink(missing_ok=True)
        os.mkfifo(vault / name)
    program = str(Path(GRAPHIFY).with_name("vaultkit"))
    run = subprocess.run(
        [program, *command],
        cwd=vault,
        env={**os.environ, **nowhere},
        capture_output=True,
        text=True,
        timeout=20,
        check=False,
    )
    assert run.returncode in (0, 1) and "Traceback" not in run.stderr
    assert command[0] not in ("check", "conventions") or "it is a pipe, a socket or a device" in run.stdout + run.stderr


@pytest.mark.parametrize("number", ["x", "1.5", "", "0", "-1", "9" * 30, "9" * 5_000])
@pytest.mark.parametrize("command", [["gods", "--top"], ["affected", "Alpha", "--depth"]])
def test_a_number_that_is_none(vault: Path, command: list[str], number: str) -> None:
    run = graphify(*command, number, cwd=vault)
    assert run.returncode == 2 and "give 1 to 1,000,000,000" in run.stderr and "at_least_one" not in run.stderr
