"""A change that is killed at any moment, or met by somebody else's edit, is in the end made in whole or not at all."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.writing.accidents import DIED, DONE, REFUSED, kill, run_until
from tests.writing.folders import read_files, write_files
from vaultkit.cli.main import VAULTKIT, run
from vaultkit.config import read_root
from vaultkit.errors import VaultkitError
from vaultkit.writing.change import Change, carry_out, create, finish, write_all
from vaultkit.writing.pending import is_pending
from vaultkit.writing.rename import Renaming, plan_rename
from vaultkit.writing.retag import plan_retag
from vaultkit.writing.stepping import Outdated

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="a process is forked to be killed")

BEFORE = {
    "a/Old.md": b"[[s]] [x](./t.md) #x\n",
    "a/t.md": b"[[Old]] [[Old|o]] #x/y\n",
    "s.md": b"---\ntags: [x]\nup: '[[Old]]'\n---\n",
    "c.canvas": b'{"nodes":[{"type":"file","file":"a/Old.md"}]}',
}
Plan = Callable[[Path], tuple[Change, ...]]
PLANS: dict[str, Plan] = {
    "rename": lambda vault: plan_rename(read_root(vault), "Old", "deep/er/New").changes,
    "rename alone": lambda vault: (Change("s.md", BEFORE["s.md"], BEFORE["s.md"], "b/s.md"),),
    "rename case": lambda vault: plan_rename(read_root(vault), "Old", "OLD").changes,
    "retag": lambda vault: plan_retag(read_root(vault), "x", "z").changes,
    "create": lambda vault: (Change("n/ew/New.md", b"", b"new\n", kind="new"),),
}


def made(vault: Path) -> tuple[Path, dict[str, bytes]]:
    write_files(vault, BEFORE)
    return vault, read_files(vault)


def hidden(vault: Path) -> list[Path]:
    """What a change may have left behind: staged files, empty folders."""
    folders = (each for each in vault.rglob("*") if each.is_dir() and each.name != ".obsidian")
    return [*vault.rglob(".vaultkit-*"), *(folder for folder in folders if not any(folder.iterdir()))]


@pytest.mark.parametrize("name", PLANS)
def test_killed_at_every_call(name: str, tmp_path: Path) -> None:
    first, before = made(tmp_path / "first")
    changes = PLANS[name](first)
    write_all(first, changes, name)
    after = read_files(first)
    assert after != before
    for number in range(1, 200):
        vault, _ = made(tmp_path / str(number))
        ended = run_until(number, kill, lambda vault=vault: write_all(vault, changes, name))
        if ended == DONE:
            assert number > 8
            break
        assert ended == DIED
        run_until(1 + number % 7, kill, lambda vault=vault: finish(vault))
        finished = finish(vault)
        assert read_files(vault) in (before, after)
        assert finished is None or (read_files(vault) == after and not finished.left)
        assert not hidden(vault) and not is_pending(vault)
        if read_files(vault) == before:
            write_all(vault, changes, name)
        assert read_files(vault) == after
        shutil.rmtree(vault)
    else:
        pytest.fail("it never ended")


@pytest.mark.parametrize("edited", ["a/Old.md", "a/t.md", "s.md"])
def test_an_edit_at_every_call_is_never_lost(edited: str, tmp_path: Path) -> None:
    """The edit comes before the change (which is then refused or misses nothing) or after it, never between."""
    first, before = made(tmp_path / "first")
    changes = PLANS["rename"](first)
    write_all(first, changes)
    after = read_files(first)
    refused = 0
    for number in range(1, 200):
        vault, _ = made(tmp_path / str(number))

        def edit(vault: Path = vault) -> None:
            places = (vault / edited, vault / "deep/er/New.md")
            place = next((each for each in places if each.exists()), None)
            if place is not None:
                place.write_bytes(place.read_bytes() + b"mine\n")

        ended = run_until(number, edit, lambda vault=vault: write_all(vault, changes))
        found = read_files(vault)
        stripped = {path: data.replace(b"mine\n", b"") for path, data in found.items()}
        assert sum(data.count(b"mine\n") for data in found.values()) == (0 if stripped == found else 1)
        assert not hidden(vault) and not is_pending(vault)
        refused += ended == REFUSED
        if ended == REFUSED:
            assert stripped == before
        else:
            assert ended == DONE and stripped == after
        shutil.rmtree(vault)
        if ended == DONE and stripped == found:
            break
    assert refused > 10


def test_another_change_ends_it_as_well(tmp_path: Path) -> None:
    """Whoever writes next, and knows nothing of it: `init`, a hook."""
    first, _ = made(tmp_path / "first")
    write_all(first, PLANS["rename"](first))
    after = read_files(first)
    vault, before = made(tmp_path / "vault")
    changes = PLANS["rename"](vault)
    for number in range(1, 200):
        run_until(number, kill, lambda: write_all(vault, changes, "rename"))
        if (vault / "a/t.md").read_bytes() != before["a/t.md"]:
            break
        shutil.rmtree(vault)
        finish(vault)
        made(vault)
    create(vault, "other.md", b"x")
    assert read_files(vault) == {**after, "other.md": b"x"} and not hidden(vault) and not is_pending(vault)


def test_a_note_that_was_edited_after_the_kill_keeps_its_words_and_is_told(tmp_path: Path) -> None:
    vault, _ = made(tmp_path / "vault")
    changes = PLANS["rename"](vault)
    for number in range(1, 200):
        run_until(number, kill, lambda: write_all(vault, changes, "rename"))
        if (vault / "a/t.md").read_bytes() != BEFORE["a/t.md"]:
            break
        finish(vault)
        shutil.rmtree(vault)
        made(vault)
    assert is_pending(vault)
    (vault / "s.md").write_bytes(b"all new\n")
    finished = finish(vault)
    assert finished is not None and finished.left == ("s.md was edited since",)
    found = read_files(vault)
    assert found["s.md"] == b"all new\n" and found["a/t.md"] == b"[[New]] [[New|o]] #x/y\n"
    assert "deep/er/New.md" in found and "a/Old.md" not in found and not hidden(vault)


@pytest.mark.parametrize(
    "command",
    [
        ["rename", "Old", "New"],
        ["retag", "x", "z"],
        ["new", "hub", "New", "--summary", "It is.", "--tag", "domain/x", "--folder", "n"],
    ],
)
def test_the_same_command_again_ends_what_was_killed_without_noise(
    command: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first, _ = made(tmp_path / "first")

    def call(vault: Path) -> int:
        return run("vaultkit", VAULTKIT, "check", [*command, "--vault", str(vault)])

    assert call(first) == 0
    after = read_files(first)
    moments = set()
    for number in range(2, 200, 3):
        vault, _ = made(tmp_path / str(number))
        (vault / "graphify-out").mkdir()
        shutil.copytree(first / "graphify-out", vault / "graphify-out", dirs_exist_ok=True)
        if run_until(number, kill, lambda vault=vault: call(vault), "/changes/") == DONE:
            break
        moments.add(is_pending(vault))
        capsys.readouterr()
        if not is_pending(vault) and read_files(vault) == after:
            continue  # killed when all was done, before it could be told
        assert call(vault) == 0
        told = capsys.readouterr().err
        assert not told or (told.startswith("vaultkit: finished what was interrupted") and told.count("\n") == 1)
        assert read_files(vault) == after and not hidden(vault)
        shutil.rmtree(vault)
    assert moments == {True, False}


def test_a_change_beside_a_busy_writer_is_planned_again(tmp_path: Path) -> None:
    vault, _ = made(tmp_path / "vault")
    tries = 0

    def plan() -> Renaming:
        nonlocal tries
        tries += 1
        renaming = plan_rename(read_root(vault), "Old", "New")
        if tries < 4:
            (vault / "s.md").write_bytes((vault / "s.md").read_bytes() + b"[[Old]]\n")
        return renaming

    renaming = carry_out(vault, plan, "rename")
    assert tries == 4 and renaming.new == "a/New.md"
    assert (vault / "s.md").read_bytes().endswith(b"---\n" + b"[[New]]\n" * 3)


def test_a_writer_who_never_rests_gets_the_clear_error(tmp_path: Path) -> None:
    vault, _ = made(tmp_path / "vault")

    def plan() -> Renaming:
        renaming = plan_rename(read_root(vault), "Old", "New")
        (vault / "s.md").write_bytes((vault / "s.md").read_bytes() + b"[[Old]]\n")
        return renaming

    with pytest.raises(Outdated, match=r"s\.md was edited meanwhile, so nothing was changed"):
        carry_out(vault, plan, "rename")
    assert "a/Old.md" in read_files(vault) and not hidden(vault) and not is_pending(vault)


def test_what_is_read_only_is_not_written(tmp_path: Path) -> None:
    vault, before = made(tmp_path / "vault")
    changes = PLANS["rename"](vault)
    (vault / "s.md").chmod(0o444)
    with pytest.raises(VaultkitError, match=r"s\.md is read-only, so nothing was changed"):
        write_all(vault, changes)
    assert read_files(vault) == before and not hidden(vault)


def test_a_file_of_the_same_name_is_never_replaced(tmp_path: Path) -> None:
    vault, before = made(tmp_path / "vault")
    with pytest.raises(VaultkitError, match=r"s\.md exists"):
        create(vault, "s.md", b"x")
    assert read_files(vault) == before


def test_the_disk_is_full(tmp_path: Path) -> None:
    """Nothing is changed, whichever write finds no space."""
    resource = pytest.importorskip("resource")
    vault, before = made(tmp_path / "vault")
    changes = [*PLANS["retag"](vault), Change("big.md", b"", b"x" * 100_000, kind="new")]

    def work() -> None:
        import signal

        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (50_000, 50_000))
        write_all(vault, changes)

    assert run_until(0, kill, work) == REFUSED
    assert read_files(vault) == before and not hidden(vault) and not is_pending(vault)
