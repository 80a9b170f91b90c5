"""Under which name the memories of a branch lie: `refs/notes/mem-NAME`.

A slash becomes a dash: `feature/auth` lies in `mem-feature-auth`. The branch `feature-auth` would too; whoever comes
second gets a name with its dashes and slashes spelt out. Each write says in its message whose memories they are.
"""

from __future__ import annotations

import re
from typing import Final

from vaultkit.git.notes import Notes, read_notes
from vaultkit.git.objects import Reader

ROOTS: Final = ("main", "master")
"""The branches whose memories a new branch begins with."""
_REFS: Final = "refs/notes/"
_OWNER: Final = re.compile(r"^Branch: (.+)$", re.MULTILINE)


def ref_of(part: str, name: str) -> str:
    """The notes ref of a part (`mem`, `ent`, `idx`) of the memories that lie under a name."""
    return f"{_REFS}{part}-{name}"


def name_in(ref: str, part: str = "mem") -> str:
    """The name under which the memories of a notes ref lie."""
    return ref.removeprefix(f"{_REFS}{part}-")


def find_name(reader: Reader, branch: str) -> str:
    """The name for a branch: the short one, if it is free or its own. Raises VaultkitError."""
    short = branch.replace("/", "-")
    return short if owner_of(read_notes(reader, ref_of("mem", short))) in (branch, None) else _spelt_out(branch)


def find_source(reader: Reader, source: str) -> str | None:
    """The name that is meant by a branch or by the name itself, None if there are no such memories.

    Raises VaultkitError.
    """
    for name in (find_name(reader, source), source):
        if reader.commit(ref_of("mem", name)) is not None:
            return name
    return None


def with_owner(message: str, branch: str) -> str:
    """The message of a write, with the branch whose memories it changes."""
    return f"{message}\n\nBranch: {branch}\n"


def owner_of(notes: Notes) -> str | None:
    """The branch whose memories a ref holds; None without a ref, or if another program wrote it."""
    found = _OWNER.search(notes.message)
    return found[1] if found else None


def _spelt_out(branch: str) -> str:
    return branch.replace("%", "%25").replace("-", "%2D").replace("/", "%2F")
