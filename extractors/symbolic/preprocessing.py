"""Code of a preprocessor, made readable for a grammar that does not know it; every byte stays where it was."""

from __future__ import annotations

import re
from typing import Final

_DIRECTIVE: Final = re.compile(rb"^[ \t]*#[ \t]*(if|el|endif)\w*(?:[^\n]*\\\r?\n)*[^\n]*", re.MULTILINE)
_BYTE: Final = re.compile(rb"[^\r\n]")


def without_macros(macros: str, data: bytes) -> bytes:
    """The text with blanks for what the groups of a regular expression find: macros that stand where none may."""

    def blanked(found: re.Match[bytes]) -> bytes:
        start, end = (at - found.start() for at in found.span(found.lastindex or 0))
        return found[0][:start] + _BYTE.sub(b" ", found[0][start:end]) + found[0][end:]

    return re.sub(macros.encode(), blanked, data) if macros else data


def without_branches(data: bytes) -> bytes:
    """The text with blanks for conditional directives, and for all that stands in another branch than the first."""
    pieces: list[bytes] = []
    at = 0
    left_out: list[bool] = []
    """For each conditional around, whether its first branch is over."""
    for found in _DIRECTIVE.finditer(data):
        piece = data[at : found.start()]
        pieces.append(_BYTE.sub(b" ", piece) if any(left_out) else piece)
        pieces.append(_BYTE.sub(b" ", found[0]))
        at = found.end()
        if found[1] == b"if":
            left_out.append(False)
        elif found[1] == b"el" and left_out:
            left_out[-1] = True
        elif left_out:
            left_out.pop()
    return b"".join((*pieces, data[at:]))
