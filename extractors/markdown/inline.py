"""Inside a paragraph, heading or table cell: code, comments, math, HTML, escapes (CommonMark 0.31, ch. 6)."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable

from extractors.markdown.html import inline_html_end
from graph.regex import regex

Span = tuple[int, int]
"""Offsets [start, end)."""

_SPECIAL = regex(r"[\\`$<]|%%")
_TOKEN = regex(r"\\[!-/:-@\[-`{-~]|`+|%%+|\$\$?|<|\[\[(?:(?!\[\[|\]\])[^\n])*+\]\]|\]\(")
_UNLINKED = frozenset("[#`$%<!\\")
"""What a backslash takes its meaning from. Not `|`: in a table `[[a\\|b]]` is a link with a display text."""

_COMMENT = regex(r"(?<!%)%%(?!%)")
_MATH = regex(r"\$(?=[^\s$])(?:[^\\$]|\\.)*+(?<=\S)\$(?![0-9])", re.DOTALL)
_DISPLAY_MATH = regex(r"\$\$(?:[^\\$]|\\.|\$(?!\$))*+\$\$", re.DOTALL)
_UNESCAPED = regex(r"\\.|(\$\$)", re.DOTALL)
_TITLE = r"""(?:"(?:[^"\\]|\\.)*+"|'(?:[^'\\]|\\.)*+'|\((?:[^()\\]|\\.)*+\))"""
_LINK_END = regex(
    r"\]\(\s*+(?:<(?:[^<>\n\\]|\\.)*+>"
    r"|(?:[^\s()\\]|\\.|\((?:[^\s()\\]|\\.|\((?:[^\s()\\]|\\.)*+\))*+\))*+)"
    rf"(?:\s++{_TITLE})?\s*+\)",
    re.ASCII | re.DOTALL,
)
_DEFINITION = regex(
    r"\[(?!\^)(?=[^\]]*\S)(?:[^\[\]\\]|\\.){1,999}+\]:[ \t]*+\n?[ \t]*+(?:<(?:[^<>\n\\]|\\.)*+>|[^\s<]\S*+)"
    rf"(?:[ \t]*+(?:(?<=[ \t])|\n)[ \t]*+{_TITLE}(?=[ \t]*+(?:\n|\Z)))?[ \t]*+(?:\n[ \t]*+|\Z)",
    re.ASCII | re.DOTALL,
)


def has_special(text: str, start: int, end: int) -> bool:
    """Whether text[start:end] holds a character that could begin something other than content."""
    return _SPECIAL.search(text, start, end) is not None


def definitions_end(text: str, start: int, end: int) -> int:
    """Past the link reference definitions that begin a paragraph (CommonMark 4.7), else `start`."""
    while text.startswith("[", start, end) and (found := _DEFINITION.match(text, start, end)):
        start = found.end()
    return start


def scan_inline(
    text: str, run: list[Span], closes_later: Callable[[str], bool] | None = None
) -> tuple[list[Span], int]:
    """The spans of a run of lines that are not content, in order, and where one of them runs on from.

    The run is given by the spans of its lines, or of several lines where nothing but blanks comes between. A
    `%%` or `$$` at the start of a line that does not close within the run, but does so later according to
    `closes_later`, ends the scan: its offset is the second value, else -1 (Obsidian help: Comments, Math).
    """
    if len(run) == 1:
        scan = _Inline(text, *run[0], closes_later)
        return scan.blanked, scan.read()
    offsets = Offsets(run)
    joined = "\n".join(text[start:end] for start, end in run)
    scan = _Inline(joined, 0, len(joined), closes_later)
    opened = scan.read()
    blanked = [piece for start, end in scan.blanked for piece in offsets.spans(start, end)]
    return blanked, offsets.offset(opened) if opened >= 0 else -1


class ClosingMarks:
    """Where in a whole note `%%` and `$$` stand, whatever they stand in."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.found: dict[str, list[int]] = {}

    def after(self, mark: str, position: int) -> int:
        """The next `%%` or `$$` from `position` on, or -1."""
        if mark not in self.found:
            pattern, group = (_COMMENT, 0) if mark == "%%" else (_UNESCAPED, 1)
            starts = (found.start(group) for found in pattern.finditer(self.text))
            self.found[mark] = [start for start in starts if start >= 0]
        marks = self.found[mark]
        index = bisect_left(marks, position)
        return marks[index] if index < len(marks) else -1


class Offsets:
    """Where in the note the characters of several spans joined by line ends stand."""

    def __init__(self, spans: list[Span]) -> None:
        self.source = spans
        self.joined: list[int] = []
        start = 0
        for begin, end in spans:
            self.joined.append(start)
            start += end - begin + 1

    def spans(self, start: int, end: int) -> list[Span]:
        """The pieces of the note that joined[start:end] comes from."""
        index = bisect_left(self.joined, start + 1) - 1
        found = []
        while index < len(self.joined) and self.joined[index] < end:
            begin, stop = self.source[index]
            shift = begin - self.joined[index]
            found.append((max(begin, start + shift), min(stop, end + shift)))
            index += 1
        return found

    def offset(self, joined: int) -> int:
        """Where in the note the character at this offset of the joined lines stands."""
        return self.spans(joined, joined + 1)[0][0]


class _Inline:
    """One pass from left to right: what opens first, wins."""

    __slots__ = ("backticks", "blanked", "bracket", "closes_later", "end", "missing", "start", "text")

    def __init__(self, text: str, start: int, end: int, closes_later: Callable[[str], bool] | None) -> None:
        self.text = text
        self.start = start if closes_later is None else definitions_end(text, start, end)
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
                close = inline_html_end(text, at, end, self._find)
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
