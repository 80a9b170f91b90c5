"""What ignore files in the folders of a project say of a path: the syntax and the precedence of .gitignore."""

from __future__ import annotations

import os
import re
import stat
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Final, NamedTuple

from vaultkit.disk.contents import read_regular
from vaultkit.disk.filestat import Stat, is_settled, settle
from vaultkit.scanning.relevance import GITIGNORE as GITIGNORE
from vaultkit.scanning.relevance import OWN as OWN

_LIMIT: Final = 1024 * 1024
_TO_FOLDERS: Final = re.compile(r"/\*\*/(?=\s*$)", re.MULTILINE)
"""`a/**/` fits the folders below `a`, which pathspec takes for `a/`."""


class Pattern(NamedTuple):
    """A line of an ignore file, translated."""

    ignores: bool
    """Whether it ignores what it fits; a `!` takes back."""
    expression: str
    """A regular expression for paths below the file's folder."""


class IgnoreFile(NamedTuple):
    """An ignore file as it was read."""

    stat: Stat
    patterns: tuple[Pattern, ...]
    """Those of its lines, the last first."""


class IgnoreFiles:
    """Reads ignore files, and each only if it is not as it was."""

    def __init__(self, root: Path, remembered: Mapping[str, IgnoreFile]) -> None:
        """Those below `root`, by root-relative path."""
        self._root, self._remembered = root, remembered
        self._names: dict[str, frozenset[str]] = {}
        self.settled: dict[str, IgnoreFile] = {}
        """Those that were met and can be relied on as long as their stats stay."""

    def listed(self, folder: str, names: frozenset[str]) -> None:
        """Take note of the hidden names in a folder, so that nothing that is not there is looked for."""
        self._names[folder] = names

    def patterns(self, folder: str, name: str) -> tuple[Pattern, ...]:
        """What the file in a folder says, nothing if there is none; a link is none, as git has it (gitignore(5))."""
        if name not in self._names.get(folder, (name,)):
            return ()
        path = f"{folder}/{name}" if folder else name
        try:
            found = os.lstat(f"{self._root}/{path}")
            now = Stat(found.st_size, found.st_mtime_ns, found.st_ctime_ns)
            if not stat.S_ISREG(found.st_mode):
                return ()
            known = self._remembered.get(path)
            ignore = known if known and known.stat == now else self._read(path, now)
        except OSError:
            return ()
        if ignore is known:
            self.settled[path] = ignore
        return ignore.patterns

    def _read(self, path: str, now: Stat) -> IgnoreFile:
        settle([now])
        opened_ns = time.time_ns()
        ignore = IgnoreFile(now, _translated(read_regular(self._root / path, _LIMIT).decode("utf-8", "replace")))
        if is_settled(now, opened_ns):
            self.settled[path] = ignore
        return ignore


class Rules:
    """What all ignore files of one name say, those in deeper folders first."""

    def __init__(self, name: str, files: IgnoreFiles) -> None:
        """The rules of the files called `name`."""
        self._name, self._files = name, files
        self._of: dict[str, tuple[_Rules, ...]] = {}

    def says(self, path: str, is_folder: bool) -> bool | None:
        """True: ignored; False: taken back by a `!`; None: nothing. That a folder above is ignored does not count.

        The last pattern that fits decides, in the file that is nearest (gitignore(5), Pattern format).
        """
        rules = self._rules_of(path.rpartition("/")[0])
        if not rules:
            return None
        whole = f"{path}/" if is_folder else path
        for prefix, patterns in rules:
            name = whole[len(prefix) :]
            for ignores, regex in patterns:
                if _fits(regex, name):
                    return ignores
        return None

    def say_nothing(self, folder: str) -> bool:
        """Whether there is no pattern for what lies right in a folder."""
        return not self._rules_of(folder)

    def take_back(self) -> bool:
        """Whether the file in the root says that something else counts although it is ignored."""
        return any(not ignores for _, patterns in self._rules_of("") for ignores, _ in patterns)

    def _rules_of(self, folder: str) -> tuple[_Rules, ...]:
        rules = self._of.get(folder)
        if rules is None:
            above = self._rules_of(folder.rpartition("/")[0]) if folder else ()
            prefix = f"{folder}/" if folder else ""
            found = self._files.patterns(folder, self._name)
            patterns = [(pattern.ignores, re.compile(pattern.expression)) for pattern in found]
            rules = self._of[folder] = ((prefix, patterns), *above) if patterns else above
        return rules


_Rules = tuple[str, list[tuple[bool, re.Pattern[str]]]]
"""The folder of an ignore file with its slash, and its patterns, the last first."""


def _translated(text: str) -> tuple[Pattern, ...]:
    """The patterns of an ignore file, the last first; a line that is none says nothing, as in git."""
    from pathspec import GitIgnoreSpec  # only where an ignore file is new or has changed
    from pathspec.patterns.gitignore import GitIgnorePatternError

    found = []
    for line in _TO_FOLDERS.sub("/**/*/", text.removeprefix("\ufeff")).split("\n"):
        try:
            pattern = next(iter(GitIgnoreSpec.from_lines([line]).patterns), None)
        except GitIgnorePatternError:
            continue
        if pattern is not None and pattern.regex is not None:
            found.append(Pattern(bool(pattern.include), pattern.regex.pattern))
    return tuple(found[::-1])


def _fits(regex: re.Pattern[str], name: str) -> bool:
    """Whether an expression of pathspec fits a file, or a folder with a slash, itself and not only a folder above.

    Those were asked before, and may have been taken back. Expressions that can fit one name the slash after it `ps_d`,
    except those of `*` and of `folder/**`.
    """
    if "ps_d" not in regex.groupindex:
        return regex.pattern == "." or bool(regex.search(name, 0, len(name) - 1))
    if not regex.pattern.startswith("^"):
        return name.endswith("/")
    found = regex.search(name)
    return found is not None and found.end() == len(name)
