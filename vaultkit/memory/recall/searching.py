"""Finds memories by text: git looks through the files and the messages of the memory branch."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Final, Literal, NamedTuple

from vaultkit.errors import VaultkitError
from vaultkit.git.process import run_git
from vaultkit.memory.recall.branch import Place
from vaultkit.memory.recall.memory import head_lines

Scope = Literal["all", "content", "messages"]
_FOUND: Final = 0
_NOTHING: Final = 1
_HIT: Final = re.compile(r"([^\0\n]+)\0(\d+)[\0:][^\n]*")
"""What `git grep -n -z` prints; an older one puts a colon behind the number."""
_LABEL: Final = re.compile(r"(?:key|tags):[ \t]*(.*)")


class Pattern(NamedTuple):
    """What is looked for."""

    text: str
    ignores_case: bool = False
    is_regex: bool = False
    """An extended regular expression of POSIX, as `git grep -E`; else it stands for itself."""
    scope: Scope = "all"

    @property
    def options(self) -> list[str]:
        """As options of git."""
        return ["-E" if self.is_regex else "-F", *(["-i"] if self.ignores_case else [])]


def lines_with(place: Place, pattern: Pattern) -> dict[str, list[int]]:
    """The lines that hold a pattern, by the names of the files. Raises VaultkitError."""
    command = ["grep", "-n", "-z", "-a", "--full-name", *pattern.options, "-e", pattern.text, place.ref]
    found = _ask(place, [*command, "--", f":(top){place.folder}"])
    lines: dict[str, list[int]] = {}
    for match in _HIT.finditer(found):
        lines.setdefault(match[1].removeprefix(f"{place.ref}:{place.folder}"), []).append(int(match[2]))
    return lines


def files_of_messages(place: Place, pattern: Pattern) -> set[str]:
    """The names of the files that were added by a commit whose message holds a pattern. Raises VaultkitError."""
    command = ["log", "--first-parent", "-z", "--name-only", "--diff-filter=A", "--no-renames", "--format=%x01%B%x02"]
    found = _ask(
        place, [*command, *pattern.options, f"--grep={pattern.text}", place.ref, "--", f":(top){place.folder}"]
    )
    names: set[str] = set()
    for commit in found.split("\x01")[1:]:
        message, _, paths = commit.partition("\x02")
        if pattern.is_regex or _holds(message.removeprefix(place.settings.commit_prefix), pattern):
            names |= {path.strip("\n").removeprefix(place.folder) for path in paths.split("\0")}
    return names - {""}


def messages_of(place: Place) -> Iterator[tuple[datetime, str]]:
    """(time, first line) of the commit of each change, the latest first. Raises VaultkitError."""
    found = _ask(place, ["log", "--first-parent", "-z", "--format=%at %s", place.ref])
    for commit in filter(None, found.split("\0")):
        at, _, subject = commit.partition(" ")
        yield datetime.fromtimestamp(int(at), UTC), subject


def telling_lines(text: str, lines: list[int], pattern: Pattern) -> list[int]:
    """The lines of a file (from 1) that hold a pattern where it counts: in its text, its key, its tags."""
    every, head = text.split("\n"), head_lines(text)
    return [line for line in lines if line > head or _is_told(every[line - 1 : line], pattern)]


def _is_told(line: list[str], pattern: Pattern) -> bool:
    """Whether a line of frontmatter holds a pattern in the value of key or tags."""
    label = _LABEL.match(line[0]) if line else None
    return label is not None and (pattern.is_regex or _holds(label[1], pattern))


def excerpt(text: str, lines: list[int], around: int) -> str:
    """Lines of a file below its frontmatter with so many around each, gaps marked by `--` as grep does."""
    every = text.removesuffix("\n").split("\n")
    shown: list[str] = []
    first = last = head_lines(text)
    for line in lines:
        start, end = max(line - around, last + 1), min(line + around, len(every))
        if last > first and start > last + 1:
            shown.append("--")
        shown += every[start - 1 : end]
        last = max(last, end)
    return "\n".join(shown)


def _holds(value: str, pattern: Pattern) -> bool:
    if pattern.ignores_case:
        return pattern.text.casefold() in value.casefold()
    return pattern.text in value


def _ask(place: Place, arguments: list[str]) -> str:
    done = run_git(place.repository.folder, arguments, seconds=place.seconds_left())
    if done.code not in (_FOUND, _NOTHING):
        raise VaultkitError(f"git could not search: {done.error}", "see what git says there")
    return done.out.decode("utf-8", "replace")
