"""Finds in a text what a model says stands there: whitespace, case, Markdown marks and Unicode form do not count."""

from __future__ import annotations

import unicodedata
from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from typing import Final

from graph.concept_names import INVISIBLE
from graph.regex import regex
from graph.text import is_cjk

_CLUSTER: Final = regex(r"[^\W_]|\S|\s+")
_LINK: Final = regex(r"!?\[\[[^\[\]\n|]*\||!?\[\[|\]\]|\]\([^()\s]*\)|!?\[(?=[^\[\]\n]*\]\()")
"""The marks of a link: what is left is what a reader sees."""
_LINE_START: Final = regex(
    r"(?:^|(?<=\n))[ \t]*(?:(?:>(?:[ \t]*\[!\w+\][-+]?)?|#{1,6}(?=\s)|[-*+](?=\s)(?:[ \t]+\[.\](?=\s))?"
    r"|\d{1,3}[.)](?=\s))[ \t]*)+"
)
"""Of quotes and callouts, headings, items and tasks."""
_CODE: Final = regex(r"(?<!`)(`++)(?P<inside>[^`]++)\1(?!`)")
_BLOCK_ID: Final = regex(r"\s\^[A-Za-z0-9-]+(?=\s|\Z)")
_QUOTES: Final = str.maketrans("‘’‚‛“”„‟«»‹›–—−‐‑", '\'\'\'\'""""""""-----')
_BLOCK_END: Final = regex(r"\n[ \t\r]*\n|(?:^|(?<=\n))[ \t>]*(?:#{1,6}\s[^\n]*(?:\n|\Z)|(?:[-*+]|\d{1,3}[.)])\s)")
_MARKS: Final = frozenset("*_`~=|\\") | INVISIBLE
_PAIRED: Final = ("`", "**", "==", "~~")
_JOINERS: Final = "-._"


class Haystack:
    """A text, folded, that knows where each of its characters came from."""

    def __init__(self, text: str) -> None:
        """Fold a text; in linear time."""
        self.text = text
        signs: list[str] = []
        self._starts: list[int] = []
        self._ends: list[int] = []
        self._marks = _marks(text)
        for sign, start, end in _folded(text, self._marks):
            signs.append(sign)
            self._starts.append(start)
            self._ends.append(end)
        self._folded = "".join(signs)
        self._breaks = _breaks(text, self._marks)

    def quotes(self, words: str) -> Iterator[tuple[int, int]]:
        """(start, end) of each place where these words stand, with the counterparts of the marks in it."""
        return (self._balanced(*place) for place in self._places(fold_words(words), _is_uncut))

    def name(self, name: str) -> list[tuple[int, int]]:
        """(start, end) in the text of every place where this name stands as a whole word, within one block."""
        return [place for place in self._places(fold_words(name), _is_whole) if not self._is_broken(*place)]

    def shown(self, start: int, end: int) -> str:
        """A stretch of the text as a reader sees it, in one line: code as it stands, a row of a table as its cells."""
        signs = "".join(map(self._seen, range(start, end)))
        return " ".join(_BLOCK_ID.sub("", signs).split()).strip("| ")

    def _seen(self, at: int) -> str:
        sign, ends_words = self.text[at], self._marks.get(at)
        if ends_words is None or at in self._literal or (ends_words and sign == "|"):
            return sign
        return " " if ends_words else ""

    @cached_property
    def _literal(self) -> set[int]:
        """The offsets in spans of code."""
        return {at for match in _CODE.finditer(self.text) for at in range(*match.span("inside"))}

    def _is_broken(self, start: int, end: int) -> bool:
        """Whether a paragraph, a list item or a cell ends in a stretch of the text."""
        at = bisect_left(self._breaks, start)
        return at < len(self._breaks) and self._breaks[at] < end

    def _balanced(self, start: int, end: int) -> tuple[int, int]:
        """A stretch of the text, with the marks before or after it if one in it has its counterpart there."""
        before, after = start, end
        while before and self._marks.get(before - 1) is False:
            before -= 1
        while self._marks.get(after) is False:
            after += 1
        choices = ((start, end), (before, after), (before, end), (start, after))
        return next((each for each in choices if _is_balanced(self.text[slice(*each)])), (start, end))

    def _places(self, needle: str, fits: Callable[[str, int, int], bool]) -> Iterator[tuple[int, int]]:
        at = self._folded.find(needle) if needle else -1
        while at >= 0:
            end = at + len(needle)
            if fits(self._folded, at, end):
                yield self._starts[at], self._ends[end - 1]
                at = self._folded.find(needle, end)
            else:
                at = self._folded.find(needle, at + 1)


def fold_words(text: str) -> str:
    """A text in the form in which it is looked for."""
    return "".join(sign for sign, _, _ in _folded(text, _marks(text))).strip()


def _folded(text: str, skipped: Mapping[int, bool]) -> Iterator[tuple[str, int, int]]:
    """(character, start, end): each folded character with the stretch of the text it stands for."""
    blank = cjk = False
    for start, end in _clusters(text):
        if start in skipped:
            blank = blank or skipped[start]
            continue
        signs = _fold(text[start:end])
        if not signs or signs.isspace():
            blank = True
            continue
        if blank and not (cjk and is_cjk(signs[0])):  # between CJK characters a line end is no blank
            yield " ", start, start
        for sign in signs:
            yield sign, start, end
        blank, cjk = False, is_cjk(signs[-1])


def _fold(cluster: str) -> str:
    if cluster.isascii():
        return cluster.lower()
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", cluster.translate(_QUOTES)).casefold())


def _marks(text: str) -> dict[int, bool]:
    """The offsets of characters that are Markdown's, and whether words end there."""
    found: dict[int, bool] = {}
    for match in _LINE_START.finditer(text):
        found.update((at, True) for at in range(*match.span()))
    for match in _LINK.finditer(text):
        found.update((at, False) for at in range(*match.span()))
    for at, sign in enumerate(text):
        if sign in _MARKS and _is_mark(sign, text[at - 1 : at], text[at + 1 : at + 2]):
            found.setdefault(at, sign == "|")
    return found


def _is_mark(sign: str, before: str, after: str) -> bool:
    """Whether a sign is Markdown's between the two beside it, "" where the text ends."""
    if sign in "~=":
        return sign in (before, after)
    if sign == "_":
        return not (before.isalnum() and after.isalnum())
    if sign == "*":
        return not (before.isspace() and after.isspace())
    return sign != "\\" or not (after.isalnum() or after.isspace() or not after)


def _breaks(text: str, marks: Mapping[int, bool]) -> list[int]:
    """The offsets at which a block ends: an empty line, the line of a heading, the next item, the line of a cell."""
    cells = [at for at, ends_words in marks.items() if ends_words and text[at] == "|"]
    return sorted([*cells, *(at for match in _BLOCK_END.finditer(text) for at in (match.start(), match.end() - 1))])


def _is_balanced(text: str) -> bool:
    """Whether each mark of emphasis, code and links has its counterpart."""
    pairs = all(text.count(mark) % 2 == 0 for mark in _PAIRED)
    return pairs and text.count("[") == text.count("]")


def _clusters(text: str) -> Iterator[tuple[int, int]]:
    """(start, end) of each character with the marks that belong to it."""
    start = 0
    for at in range(1, len(text) + 1):
        if at == len(text) or not _continues(text[at]):
            yield start, at
            start = at


def _continues(sign: str) -> bool:
    """Whether a character changes the one before it: a combining mark, a vowel or final of a Hangul syllable."""
    return sign > "\u02ff" and (unicodedata.combining(sign) > 0 or "\u1160" <= sign <= "\u11ff")


def _is_whole(text: str, start: int, end: int) -> bool:
    """Whether no word goes on at either side; CJK text has no word boundaries."""
    return _is_free(text[start], text[max(start - 2, 0) : start][::-1]) and _is_free(text[end - 1], text[end : end + 2])


def _is_uncut(text: str, start: int, end: int) -> bool:
    """Whether a stretch neither begins nor ends within a word."""
    return not any(
        text[at - 1 : at].isalnum() and text[at : at + 1].isalnum() and not _meets_cjk(text, at) for at in (start, end)
    )


def _meets_cjk(text: str, at: int) -> bool:
    return is_cjk(text[at - 1]) or is_cjk(text[at])


def _is_free(inside: str, outside: str) -> bool:
    if not outside or is_cjk(inside) or is_cjk(outside[0]):
        return True
    if outside[0] in _JOINERS:
        return not outside[1:].isalnum()
    return not (outside[0].isalnum() or outside[0] in "+#" or unicodedata.combining(outside[0]))
