"""What of a passage can be quoted as evidence: its sentences, and two that follow one another."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from graph.regex import regex

SENTENCE_END = regex(
    r"[.!?](?=[\s)\"'])|[。！？]|\n[ \t]*\n|(?:\A|(?<=\n))#{1,6}\s[^\n]*\n|\n(?=[ \t]*(?:[-*+>#|]|\d+[.)]))"
)
_MARKS = "#->*+| \t"


def quotes(text: str, longest: int) -> list[str]:
    """The quotes of at most `longest` characters, in their order, blanks folded; never none.

    Two sentences are one quote where they fit: the second says "it" of what the first names, or a stop after an
    abbreviation was taken for its end.
    """
    pieces = [piece for sentence in _sentences(text) for piece in _cut(sentence, longest)]
    pairs = [f"{one} {other}" for one, other in pairwise(pieces)]
    found = [each for pair in zip(pieces, [*pairs, ""], strict=False) for each in pair if 0 < len(each) <= longest]
    return list(dict.fromkeys(found)) or [" ".join(text.split())[:longest]]


def _sentences(text: str) -> Iterator[str]:
    start = 0
    for end in [*(match.end() for match in SENTENCE_END.finditer(text)), len(text)]:
        if sentence := " ".join(text[start:end].split()).lstrip(_MARKS):
            yield sentence
        start = end


def _cut(sentence: str, longest: int) -> Iterator[str]:
    """A sentence in pieces at blanks, or anywhere if it has none."""
    while len(sentence) > longest:
        at = sentence.rfind(" ", longest // 2, longest)
        end = at if at > 0 else longest
        yield sentence[:end]
        sentence = sentence[end:].strip()
    if sentence:
        yield sentence
