"""What builds a file is a part of, by its name and the lines above its code (pkg.go.dev/cmd/go: Build constraints)."""

from __future__ import annotations

import re
from posixpath import basename
from typing import Final

from graph.builds import PROCESSORS, SYSTEMS

_HEAD: Final = 4_000
"""So many bytes are looked through: constraints stand before anything but comments."""
_LINE: Final = re.compile(rb"^//go:build[ \t]+([^\r\n]+)", re.MULTILINE)
_OLD_LINE: Final = re.compile(rb"^//[ \t]*\+build[ \t]+([^\r\n]+)", re.MULTILINE)
_CODE: Final = re.compile(rb"^package[ \t]", re.MULTILINE)


def build_of(path: str, data: bytes) -> str:
    """The constraint of a file, "" if it is a part of all builds."""
    code = _CODE.search(data[:_HEAD])
    head = data[: code.start() if code else _HEAD]
    line = _LINE.search(head)
    written = [line[1].decode("utf-8", "replace")] if line else list(map(_old, _OLD_LINE.findall(head)))
    given = [each for each in (*written, " && ".join(_named(path))) if each]
    return given[0] if len(given) == 1 else " && ".join(f"({each})" for each in given)


def _old(line: bytes) -> str:
    """A line as they were written before Go 1.17: blanks between alternatives, commas between what holds together."""
    alternatives = line.decode("utf-8", "replace").split()
    return " || ".join(f"({each.replace(',', ' && ')})" for each in alternatives)


def _named(path: str) -> list[str]:
    """The system and the processor at the end of a file's name, behind something else."""
    _, *parts = basename(path).partition(".")[0].removesuffix("_test").split("_")
    if len(parts) > 1 and parts[-2] in SYSTEMS and parts[-1] in PROCESSORS:
        return parts[-2:]
    return parts[-1:] if parts and parts[-1] in SYSTEMS | PROCESSORS else []
