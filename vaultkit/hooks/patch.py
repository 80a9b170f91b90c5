"""The patches in which some agents edit files: `*** Begin Patch`, files, hunks (as Codex's apply_patch reads them)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from vaultkit.hooks.event import Change, Replacement

_ADD: Final = "*** Add File: "
_UPDATE: Final = "*** Update File: "
_DELETE: Final = "*** Delete File: "
_MOVE: Final = "*** Move to: "
_END: Final = "*** End Patch"


def changes_of(patch: str) -> tuple[Change, ...]:
    """What a patch does to each file. Text that is no patch changes nothing.

    Limits: a hunk is looked for as it stands, while Codex also takes one whose blanks differ; where it stands in a file
    that has its text twice, only its `@@` lines could tell, and the first place counts.
    """
    return tuple(_changes(patch.replace("\r\n", "\n").split("\n")))


def _changes(lines: list[str]) -> Iterator[Change]:
    at = 0
    while at < len(lines):
        line, at = lines[at], at + 1
        body = _body(lines, at)
        if line.startswith(_ADD):
            yield Change(_path(line, _ADD), "".join(f"{each[1:]}\n" for each in body if each.startswith("+")))
        elif line.startswith(_DELETE):
            yield Change(_path(line, _DELETE), "")
        elif line.startswith(_UPDATE):
            yield from _update(_path(line, _UPDATE), body)
        else:
            continue
        at += len(body)


def _path(line: str, lead: str) -> str:
    return line[len(lead) :].strip().replace("\0", "")


def _body(lines: list[str], at: int) -> list[str]:
    """The lines of one file: up to the next file or the end."""
    end = at
    while end < len(lines) and not lines[end].startswith((_ADD, _UPDATE, _DELETE, _END)):
        end += 1
    return lines[at:end]


def _update(path: str, body: list[str]) -> Iterator[Change]:
    moved = _path(body[0], _MOVE) if body and body[0].startswith(_MOVE) else ""
    hunks = tuple(_hunks(body[1:] if moved else body))
    yield Change(path, "") if moved else Change(path, None, hunks)
    if moved:
        yield Change(moved)


def _hunks(lines: list[str]) -> Iterator[Replacement]:
    old: list[str] = []
    new: list[str] = []
    for line in [*lines, "@@"]:
        if line.startswith(("@@", "*** End of File")):
            if old or new:
                yield Replacement("".join(f"{each}\n" for each in old), "".join(f"{each}\n" for each in new))
            old, new = [], []
        elif line.startswith("-"):
            old.append(line[1:])
        elif line.startswith("+"):
            new.append(line[1:])
        else:  # context, also an empty line that lost its blank
            old.append(line[1:])
            new.append(line[1:])
