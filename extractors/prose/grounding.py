"""Finds in a text what a model says stands there: whitespace, case, Markdown marks and Unicode form do not count."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from typing import Final

from graph.regex import regex
from graph.text import is_cjk

_CLUSTER: Final = regex(r"[^\W_]|\S|\s+")
_LINK: Final = regex(r"!?\[\[[^\[\]\n|]*\||!?\[\[|\]\]|\]\([^()\s]*\)|!?\[(?=[^\[\]\n]*\]\()")
"""The marks of a link: what is left is what a reader sees."""
_LINE_START: Final = regex(r"(?:^|(?<=\n))[ \t]*(?:(?:>|#{1,6}(?=\s)|[-*+](?=\s)|\d{1,3}[.)](?=\s))[ \t]*)+")
_QUOTES: Final = str.maketrans("‘’‚‛“”„‟«»‹›–—−‐‑", '\'\'\'\'""""""""-----')
_DROPPED: Final = frozenset("*`~=|")
_JOINERS: Final = "-._"


class Haystack:
    """A text, folded, that knows where each of its characters came from."""

    def __init__(self, text: str) -> None:
        """Fold a text; in linear time."""
        self.text = text
        signs: list[str] = []
        self._starts: list[int] = []
        self._ends: list[int] = []
        for sign, start, end in _folded(text):
            signs.append(sign)
            self._starts.append(start)
            self._ends.append(end)
        self._folded = "".join(signs)

    def quote(self, words: str) -> tuple[int, int] | None:
        """(start, end) in the text of the first place where these words stand."""
        return next(self._places(fold_words(words), whole=False), None)

    def name(self, name: str) -> list[tuple[int, int]]:
        """(start, end) in the text of every place where this name stands as a whole word."""
        return list(self._places(fold_words(name), whole=True))

    def _places(self, needle: str, *, whole: bool) -> Iterator[tuple[int, int]]:
        at = self._folded.find(needle) if needle else -1
        while at >= 0:
            end = at + len(needle)
            if not whole or _is_whole(self._folded, at, end):
                yield self._starts[at], self._ends[end - 1]
                at = self._folded.find(needle, end)
            else:
                at = self._folded.find(needle, at + 1)


def fold_words(text: str) -> str:
    """A text in the form in which it is looked for."""
    return "".join(sign for sign, _, _ in _folded(text)).strip()


def _folded(text: str) -> Iterator[tuple[str, int, int]]:
    """(character, start, end): each folded character with the stretch of the text it stands for."""
    skipped = _marks(text)
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
        if (sign in _DROPPED and not (sign == "=" and text[at - 1 : at] != "=" != text[at + 1 : at + 2])) or (
            sign == "_" and not (text[at - 1 : at].isalnum() and text[at + 1 : at + 2].isalnum())
        ):
            found[at] = found.get(at, False) or sign == "|"
        elif sign == "\\" and text[at + 1 : at + 2] and not text[at + 1].isalnum() and not text[at + 1].isspace():
            found[at] = False
    return found


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


def _is_free(inside: str, outside: str) -> bool:
    if not outside or is_cjk(inside) or is_cjk(outside[0]):
        return True
    if outside[0] in _JOINERS:
        return not outside[1:].isalnum()
    return not (outside[0].isalnum() or outside[0] in "+#" or unicodedata.combining(outside[0]))
