"""Inside one paragraph, heading or table cell: code spans, comments, math, HTML, escapes (CommonMark 0.31, ch. 6)."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable
from typing import Final

Span = tuple[int, int]
"""Offsets [start, end)."""

OPEN_TAG: Final = (
    r"<[A-Za-z][A-Za-z0-9-]*+"
    r"(?:\s++[A-Za-z_:][\w.:-]*+(?:\s*+=\s*+(?:[^\s\"'=<>`]++|'[^']*+'|\"[^\"]*+\"))?+)*+\s*+/?>"
)
CLOSING_TAG: Final = r"</[A-Za-z][A-Za-z0-9-]*+\s*+>"

_SPECIAL = re.compile(r"[\\`$<]|%%")
_TOKEN = re.compile(r"\\[!-/:-@\[-`{-~]|`+|%%+|\$+|<|\[\[(?:(?!\[\[|\]\])[^\n])*+\]\]|\]\(")
_UNLINKED = frozenset("[#`$%<!\\")
"""What a backslash takes its meaning from. Not `|`: in a table `[[a\\|b]]` is a link with a display text."""

_COMMENT = re.compile(r"(?<!%)%%(?!%)")
_MATH = re.compile(r"\$(?=[^\s$])(?:[^\\$]|\\.)*+(?<=\S)\$(?![0-9])", re.DOTALL)
_DISPLAY_MATH = re.compile(r"\$\$(?:[^\\$]|\\.|\$(?!\$))*+\$\$", re.DOTALL)
_TAG = re.compile(f"{OPEN_TAG}|{CLOSING_TAG}", re.ASCII)
_AUTOLINK = re.compile(
    r"<(?:[A-Za-z][A-Za-z0-9+.-]{1,31}:[^\x00-\x20\x7f<>]*+"
    r"|[\w.!#$%&'*+/=?^`{|}~-]++@[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?)>",
    re.ASCII,
)
_TITLE = r"""(?:"(?:[^"\\]|\\.)*+"|'(?:[^'\\]|\\.)*+'|\((?:[^()\\]|\\.)*+\))"""
_LINK_END = re.compile(
    r"\]\(\s*+(?:<(?:[^<>\n\\]|\\.)*+>"
    r"|(?:[^\s()\\]|\\.|\((?:[^\s()\\]|\\.|\((?:[^\s()\\]|\\.)*+\))*+\))*+)"
    rf"(?:\s++{_TITLE})?\s*+\)",
    re.ASCII | re.DOTALL,
)
_DEFINITION = re.compile(
    r"\s*+\[(?!\^)(?=[^\]]*\S)(?:[^\[\]\\]|\\.){1,999}+\]:[ \t]*+\n?[ \t]*+(?:<(?:[^<>\n\\]|\\.)*+>|[^\s<]\S*+)"
    rf"(?:[ \t]*+(?:(?<=[ \t])|\n)[ \t]*+{_TITLE}(?=[ \t]*+(?:\n|\Z)))?[ \t]*+(?:\n|\Z)",
    re.ASCII | re.DOTALL,
)
_DECLARATION = re.compile(r"<![A-Za-z]")
_BETWEEN: Final = (("<!--", "-->"), ("<?", "?>"), ("<![CDATA[", "]]>"))


def has_special(text: str, start: int, end: int) -> bool:
    """Whether text[start:end] holds a character that could begin something other than content."""
    return _SPECIAL.search(text, start, end) is not None


def definitions_end(text: str, start: int, end: int) -> int:
    """The offset just past the link reference definitions that begin a paragraph (CommonMark 4.7), else `start`."""
    while start < end and (found := _DEFINITION.match(text, start, end)):
        start = found.end()
    return start


def scan_inline(
    text: str, start: int, end: int, closes_later: Callable[[str], bool] | None = None
) -> tuple[list[Span], int]:
    """The spans of text[start:end] that are not content, in order, and where a comment or math block runs on from.

    A `%%` or `$$` at the start of a line that does not close within the run, but does so further on according to
    `closes_later`, ends the scan: its offset is the second value, else -1 (Obsidian help: Comments, Math).
    """
    scan = _Inline(text, start, end, closes_later)
    return scan.blanked, scan.read()


class _Inline:
    """One pass from left to right: what opens first, wins."""

    __slots__ = ("backticks", "blanked", "bracket", "closes_later", "end", "missing", "start", "text")

    def __init__(self, text: str, start: int, end: int, closes_later: Callable[[str], bool] | None) -> None:
        self.text = text
        self.start = start
        self.end = end
        self.closes_later = closes_later
        self.blanked: list[Span] = []
        self.missing: set[str] = set()
        """Closing marks known not to come any more: asked for once, so that the scan stays linear."""
        self.backticks: dict[int, list[int]] | None = None
        self.bracket = text.find("[", start, end)

    def read(self) -> int:
        text, position, end = self.text, self.start, self.end
        while found := _TOKEN.search(text, position, end):
            at, position = found.span()
            first = text[at]
            if first == "\\":
                if text[at + 1] in _UNLINKED:
                    self.blanked.append((at, position))
                continue
            if first == "[":
                continue
            if first == "]":
                position = self._link_end(at)
                continue
            if first == "`":
                close = self._code_end(at, position)
            elif first == "<":
                close = self._html_end(at)
            else:
                close = self._comment_end(at, position) if first == "%" else self._math_end(at, position)
                if close < 0 and self._runs_on(at, position):
                    return at
            if close > 0:
                self.blanked.append((at, close))
                position = close
        return -1

    def _link_end(self, at: int) -> int:
        """Past the destination of `[text](destination)`, which stays visible and opens nothing."""
        opened = 0 <= self.bracket < at
        found = _LINK_END.match(self.text, at, self.end) if opened else None
        return found.end() if found else at + 2

    def _find(self, mark: str, position: int) -> int:
        if mark in self.missing:
            return -1
        at = self.text.find(mark, position, self.end)
        if at < 0:
            self.missing.add(mark)
        return at

    def _code_end(self, at: int, position: int) -> int:
        """Past the next run of as many backticks (CommonMark 6.1), or -1."""
        if self.backticks is None:
            self.backticks = {}
            for run in re.compile("`+").finditer(self.text, self.start, self.end):
                self.backticks.setdefault(run.end() - run.start(), []).append(run.start())
        runs = self.backticks.get(position - at, [])
        index = bisect_left(runs, position)
        return runs[index] + position - at if index < len(runs) else -1

    def _comment_end(self, at: int, position: int) -> int:
        """Past the next `%%`, or -1. Exactly two: `%%%%` opens nothing (Obsidian release notes 1.13.2)."""
        if position - at != 2 or "%%" in self.missing:
            return -1
        found = _COMMENT.search(self.text, position, self.end)
        if found is None:
            self.missing.add("%%")
            return -1
        return found.end()

    def _math_end(self, at: int, position: int) -> int:
        pattern = _MATH if position - at == 1 else _DISPLAY_MATH
        found = pattern.match(self.text, at, self.end)
        return found.end() if found else -1

    def _runs_on(self, at: int, position: int) -> bool:
        if position - at != 2 or self.closes_later is None:
            return False
        line = self.text.rfind("\n", self.start, at) + 1 or self.start
        return not self.text[line:at].strip(" \t") and self.closes_later(self.text[at:position])

    def _html_end(self, at: int) -> int:
        """Past the autolink, tag, comment, instruction, declaration or CDATA section that opens here, or -1."""
        text, end = self.text, self.end
        if found := _TAG.match(text, at, end) or _AUTOLINK.match(text, at, end):
            return found.end()
        for short in ("<!-->", "<!--->"):
            if text.startswith(short, at, end):
                return at + len(short)
        for opening, closing in _BETWEEN:
            if text.startswith(opening, at, end):
                close = self._find(closing, at + len(opening))
                return close + len(closing) if close >= 0 else -1
        if _DECLARATION.match(text, at, end):
            return self._find(">", at) + 1 or -1
        return -1
