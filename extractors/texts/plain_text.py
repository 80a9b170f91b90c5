"""The bytes of a file of code as grammars read them: in UTF-8, with lines that end with a line feed, without NUL."""

from __future__ import annotations

import codecs
from typing import Final

_MARKS: Final = (
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
"""How text begins that is not in UTF-8 (The Unicode Standard, 23.8); the longer ones first."""
_FEW: Final = 10
"""Text holds no NUL; where more than one byte of so many is one, it is something else."""


def plain_text(data: bytes) -> bytes | None:
    """The text of a file, None if it holds none. What is in UTF-8 keeps its lines."""
    encoding = next((name for mark, name in _MARKS if data.startswith(mark)), "")
    if encoding:
        data = data.decode(encoding, "replace").encode()
    data = data.removeprefix(codecs.BOM_UTF8)
    if b"\0" in data:
        if data.count(b"\0") * _FEW > len(data):
            return None
        data = data.replace(b"\0", b" ")
    return data.replace(b"\r", b"\n") if b"\r" in data and b"\n" not in data else data
