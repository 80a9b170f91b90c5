"""`vaultkit-hook --client git`: which roots are brought up to date when a work tree changes."""

from __future__ import annotations

import os
import subprocess

from tests.hooks.world import HOOK, World
from vaultkit.hooks.work_tree import roots_of


def test_roots_in_the_work_tree_and_around_it(world: World) -> None:
    world.write({"mapped/docs/.obsidian/app.json": "{}", "vault/sub/x.md": "x", "vault/own/.git/HEAD": ""})
    inner = world.state("mapped/docs")
    inner.mark()
    for folder, wanted in {
        "mapped": ["mapped", "mapped/docs"],
        "mapped/docs": ["mapped/docs"],
        "vault/sub": ["vault"],
        "vault/own": ["vault"],
        "project": [],
    }.items():
        found = [state.root.removeprefix(f"{world.folder}/") for state in roots_of(str(world.folder / folder))]
        assert found == wanted, folder


def test_git_calls_it_without_an_event(world: World) -> None:
    """git's variables name another index than the worker's: they are not for it."""
    with world.busy("mapped"):
        environment = {**world.environment, "GIT_DIR": "/nowhere", "GIT_INDEX_FILE": "x"}
        done = subprocess.run(
            [*HOOK, "--client", "git", "post-commit"], cwd=world.folder / "mapped", env=environment,
            stdin=subprocess.DEVNULL, capture_output=True, timeout=60, check=True,
        )  # fmt: skip
    assert (done.stdout, done.stderr) == (b"{}\n", b"")
    assert world.state("mapped").is_marked() and not (world.home / "hook.log").exists()
    assert os.path.isdir(world.home / "roots")
