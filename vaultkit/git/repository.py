"""Where a repository lies, what its HEAD names, and its root commit."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final, NamedTuple

from vaultkit.errors import VaultkitError
from vaultkit.git.process import Unavailable, ask_git, run_git

BRANCHES: Final = "refs/heads/"
"""What the full name of a branch begins with."""
FIRST_COMMIT: Final = "git commit --allow-empty -m init"
"""What helps a branch without a commit."""


class NoRepository(Unavailable):
    """There is no repository around a folder."""


class Repository(NamedTuple):
    """A repository as seen from a folder in it."""

    folder: Path
    common_dir: Path
    """Shared by all of its work trees: objects, refs and our lock lie there."""
    branch: str | None
    """What HEAD names, None if it is detached."""
    is_unborn: bool
    """Whether the branch has no commit yet."""


def open_repository(folder: Path) -> Repository:
    """The repository around a folder: of a work tree or one of several, a submodule, bare. Raises Unavailable."""
    done = run_git(folder, ["rev-parse", "--git-common-dir", "--symbolic-full-name", "HEAD"])
    lines = os.fsdecode(done.out).splitlines()
    if not lines:
        raise _no_repository(folder, done.error)
    common_dir = Path(os.path.realpath(folder / lines[0]))
    is_unborn = done.code != 0
    name = _answer(folder, ["symbolic-ref", "HEAD"]) if is_unborn else lines[1]
    branch = name.removeprefix(BRANCHES) if name.startswith(BRANCHES) else None
    return Repository(folder, common_dir, branch, is_unborn)


def root_commit(repository: Repository) -> str:
    """The first commit of HEAD's first-parent line; in a shallow clone, the one where its history begins.

    Raises VaultkitError on a branch without a commit.
    """
    if repository.is_unborn:
        what = f"the branch {repository.branch} has no commit yet, and memories hang on the first one"
        raise VaultkitError(what, f"run `{FIRST_COMMIT}`, or add --init")
    return _answer(repository.folder, ["rev-list", "--first-parent", "--max-parents=0", "HEAD", "--"])


def init_repository(folder: Path) -> Repository:
    """The repository around a folder, made if there is none, with an empty first commit if HEAD has none.

    Raises VaultkitError.
    """
    if run_git(folder, ["rev-parse", "--git-dir"]).code:
        ask_git(folder, ["init", "--quiet"])
    repository = open_repository(folder)
    if repository.is_unborn:
        from vaultkit.git.objects import write_commit, write_tree  # only who begins needs them
        from vaultkit.git.refs import Move, move_refs

        commit = write_commit(folder, write_tree(folder, ()), (), "init")
        move_refs(repository, [Move(f"{BRANCHES}{repository.branch}", None, commit)])
    return open_repository(folder)


def _answer(folder: Path, arguments: list[str]) -> str:
    return os.fsdecode(ask_git(folder, arguments)).strip()


def _no_repository(folder: Path, error: str) -> Unavailable:
    if "not a git repository" in error:
        where = "this folder" if folder == Path() else str(folder)
        return NoRepository(f"{where} is in no git repository", "run `git init`")
    return Unavailable(f"git refuses {folder}: {error}", "see what git says there")
