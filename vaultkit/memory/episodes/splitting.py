"""Splits a long text where a reader would: between paragraphs, lines, sentences, words. Pure."""

from __future__ import annotations

import re
from typing import Final

LIMIT: Final = 1500
"""Characters of a piece: about what a question is about, and ten of them fit into an answer."""
OVERLAP: Final = 200
"""Characters at most that are said again at the beginning of the next piece, so that no thought is cut in two."""

_FENCED: Final = re.compile(r"^ {0,3}(`{3,}|~{3,})[^\n]*\n(?:(?! {0,3}\1)[^\n]*\n)*+(?:[^\n]*(?:\n|\Z))?", re.M)
_PARAGRAPH: Final = re.compile(r"\n[ \t]*\n+")
_LINE: Final = re.compile(r"\n")
_SENTENCE: Final = re.compile(r"[.!?…][\"'”’)\]]*\s|[。！？；…](?:[”’」』）])*")
_WORD: Final = re.compile(r"\s")
_JOINED: Final = re.compile(r"[\u0300-\u036f\u200d\ufe00-\ufe0f\U0001f3fb-\U0001f3ff]")
"""Characters that belong to the one before."""


def split(text: str, limit: int = LIMIT, overlap: int = OVERLAP) -> list[tuple[int, str]]:
    """(offset, piece) of a text, in order, each at most `limit` characters; linear in its length.

    Together the pieces hold the whole text; a piece begins with at most `overlap` characters of the one before.
    """
    if len(text) <= limit:
        return [(0, text)]
    fences = [found.span() for found in _FENCED.finditer(text)]
    pieces: list[tuple[int, str]] = []
    start = 0
    while len(text) - start > limit:
        end = _cut(text, start + limit // 2, start + limit, fences)
        pieces.append((start, text[start:end]))
        start = _resume(text, max(end - overlap, start + 1), end)
    return [*pieces, (start, text[start:])]


def _cut(text: str, low: int, high: int, fences: list[tuple[int, int]]) -> int:
    """Where a piece ends, between two offsets: at the last of the best kind of places."""
    while fences and fences[0][1] <= low:
        fences.pop(0)
    begun = next((begin for begin, end in fences if low < begin < high < end), None)
    if begun is not None:
        return begun
    for kind in (_PARAGRAPH, _LINE, _SENTENCE, _WORD):
        ends = [found.end() for found in kind.finditer(text, low, high)]
        if kind is _PARAGRAPH:
            ends = [place for place in ends if not any(begin < place < end for begin, end in fences[:8])]
        if ends:
            return ends[-1]
    while high > low + 1 and _JOINED.match(text, high):
        high -= 1
    return high


def _resume(text: str, low: int, end: int) -> int:
    """Where the next piece begins: at the first line or sentence of the overlap, else where the last one ended."""
    for kind in (_LINE, _SENTENCE):
        found = kind.search(text, low, end - 1)
        if found and found.end() < end:
            return found.end()
    return end
