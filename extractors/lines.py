"""Offsets into a text as lines and columns."""

from __future__ import annotations

from bisect import bisect_right

from graph.regex import regex

_LINE_END = regex(r"\r\n?|\n")


class Lines:
    """Offsets to lines and columns, 1-based."""

    def __init__(self, text: str) -> None:
        """Note where each line of `text` starts; CR, LF and CRLF end one."""
        self._starts = [0, *(match.end() for match in _LINE_END.finditer(text))]

    def start(self, line: int) -> int:
        """The offset at which a line starts."""
        return self._starts[line - 1]

    def place(self, offset: int) -> tuple[int, int]:
        """(line, column) of an offset, both 1-based, the column in characters."""
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1
