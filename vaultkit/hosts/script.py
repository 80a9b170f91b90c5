"""Lines of ours in a shell script that somebody else may have written, such as a hook of git."""

from __future__ import annotations

import re
import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

from vaultkit.errors import VaultkitError
from vaultkit.hosts.part import Edited, Found, cut

_BEGIN, _END = "# >>> vaultkit >>>", "# <<< vaultkit <<<"
_BLOCK: Final = re.compile(rf"^{_BEGIN}\n(?:.*\n)*?{_END}(?:\n|\Z)", re.MULTILINE)
_SHELLS: Final = re.compile(r"#![ \t]*(?:/\S*/)?(?:env[ \t]+(?:-S[ \t]+)?)?(?:/\S*/)?(?:ba|da|k|z|a)?sh\b[^\n]*\n?")
_NEW: Final = "#!/bin/sh\n"


class Script(NamedTuple):
    """A script that git runs (`Part`)."""

    file: Path
    program: str
    """What the lines call."""
    lines: tuple[str, ...]
    original: str = ""
    """Of a program that is no shell script: its text, which lies beside it then (`aside`)."""
    refusal: str = ""
    """Why it cannot be installed here, "" if it can."""
    executable: bool = True

    @property
    def aside(self) -> Path:
        """Where a program goes that cannot take our lines: a script of ours in its place calls it."""
        return self.file.with_name(f"{self.file.name}.before-vaultkit")

    def put(self, text: str, stretches: Sequence[str]) -> Edited:
        """The script with our lines in front, behind the line that names its shell: whatever it ends with, they run."""
        if self.refusal:
            raise VaultkitError(self.refusal, "nothing was changed")
        before = self.take(text, stretches)
        block = "\n".join([_BEGIN, *self.lines, _END]) + "\n"
        if not before.strip():
            return Edited(_NEW + block + before, (_NEW + block,))
        shell = shell_of(before)
        if shell is None:
            block = "\n".join([_BEGIN, *self.lines, self._then, _END]) + "\n"
            return Edited(_NEW + block, (block,))
        block = block if shell[0].endswith("\n") else "\n" + block
        return Edited(shell[0] + block + before[shell.end() :], (block,))

    def take(self, text: str, stretches: Sequence[str]) -> str:
        """The script without our lines."""
        block = _BLOCK.search(text)
        if block and self._then in block[0]:
            return self.original
        exact = cut(text, stretches)
        return exact if exact is not None and not _BLOCK.search(exact) else _BLOCK.sub("", text)

    def is_void(self, text: str) -> bool:
        """Whether it does nothing."""
        return text.strip() in ("", _NEW.strip())

    def found(self, text: str) -> Found | None:
        """Whether our lines are in it."""
        block = _BLOCK.search(text)
        if block is None:
            return None
        current = [line for line in block[0].splitlines()[1:-1] if line != self._then] == list(self.lines)
        called = next((word for line in block[0].splitlines()[1:-1] if (word := _called(line))), self.program)
        return Found((called,), current, self.file.name)

    @property
    def _then(self) -> str:
        """What hands over to a program that went aside; git calls a hook by a path."""
        return f'exec "${{0%/*}}/{self.aside.name}" "$@"'


def shell_of(text: str) -> re.Match[str] | None:
    """The line that names a shell, if a program begins with one."""
    return _SHELLS.match(text)


def _called(line: str) -> str:
    """The program that a line of ours calls."""
    try:
        return shlex.split(line)[0]
    except (ValueError, IndexError):
        return ""
