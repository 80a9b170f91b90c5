"""No space: one clear line, the notes are what they were or what they should be, and nothing is left behind."""

from __future__ import annotations

import io
import os
import shutil
import signal
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.writing.accidents import run_until
from tests.writing.folders import read_files, write_files
from vaultkit.cli.main import VAULTKIT, run
from vaultkit.writing.pending import is_pending

resource = pytest.importorskip("resource")
pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="the limit holds for a process of its own")

LONG = b"words " * 500
NOTES = {
    "Old.md": b"#x\n" + LONG,
    "s.md": b"---\nsummary: It is.\ntags: [x, type/hub, scope/project]\n---\n[[Old]]\n" + LONG,
    "graphify-out/promote-plan.md": b"- [x] `s.md`\n",
    ".gitignore": LONG,
}
GIVEN = ("--summary", "It is.", "--tag", "domain/x")
COMMANDS = [
    ("rename", "Old", "New"),
    ("retag", "x", "y"),
    ("new", "hub", "New", *GIVEN),
    ("journal", "word " * 5000),
    ("promote", "--apply"),
    ("promote",),
    ("init", "--obsidian", "--union-merge"),
]


def limited(limit: int, work: Callable[[], int]) -> tuple[int, str]:
    """The exit code of some work that may write no longer files than that, and what it said into a pipe."""
    reading, writing = os.pipe()

    def child() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
        sys.stderr, sys.stdout = os.fdopen(writing, "w"), io.TextIOWrapper(io.BytesIO())
        code = work()
        sys.stderr.flush()
        os._exit(code)

    code = run_until(0, lambda: None, child)
    os.close(writing)
    with os.fdopen(reading) as pipe:
        return code, pipe.read()


@pytest.mark.parametrize("command", COMMANDS, ids=[" ".join(each[:2])[:20] for each in COMMANDS])
def test_no_space(command: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VAULTKIT_NOW", "2026-11-30T14:05:00")
    first = tmp_path / "first"
    write_files(first, NOTES)

    def call(vault: Path) -> int:
        place = (str(vault),) if command[0] == "init" else ("--vault", str(vault))
        return run("vaultkit", VAULTKIT, "check", [*command, *place])

    assert run("vaultkit", VAULTKIT, "check", ["facets", "--vault", str(first)]) == 0
    codes = set()
    for limit in (0, 100, 1500, 4000, 10**9):
        vault = tmp_path / str(limit)
        shutil.copytree(first, vault)
        before = everything(vault)
        code, told = limited(limit, lambda vault=vault: call(vault))
        codes.add(code)
        assert not list(vault.rglob(".vaultkit-new-*")) and not is_pending(vault)
        if code:
            *words, fault = told.splitlines()
            assert code == 1 and fault.startswith("vaultkit: "), told
            assert all(word.startswith("vaultkit: the graph is behind") for word in words[:1]) and len(words) < 2, told
            assert command[0] == "init" or everything(vault) == before
            assert call(vault) == 0
        found = everything(vault)
        assert found != before or command == ("promote",)
        if command[0] == "init":
            assert found[".gitignore"].startswith(LONG) and found[".gitignore"].endswith(b"\n.vaultkit-new-*\n")
    assert codes == {0, 1}


def everything(vault: Path) -> dict[str, bytes]:
    hidden = [file for file in (vault / ".gitignore", vault / ".gitattributes") if file.exists()]
    return {**read_files(vault), **{file.name: file.read_bytes() for file in hidden}}
