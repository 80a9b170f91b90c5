"""Finds in a text what a question asks for, whatever language the text is written in."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from typing import Final

from graph.regex import regex
from graph.tokens import DEFAULT_LANGUAGE, terms

_PIECE: Final = regex(r"https?://\S+|\w+(?:['’]\w+)?")


class Finder:
    """Looks for the groups of a question; what a word stands for is worked out once."""

    def __init__(self, groups: Sequence[frozenset[str]], languages: Iterable[str]) -> None:
        """Look for the terms of these groups in texts of these languages."""
        self._groups = groups
        self._languages = sorted({*languages, DEFAULT_LANGUAGE})
        self._found: dict[str, frozenset[int]] = {}

    def groups_in(self, text: str) -> frozenset[int]:
        """Which of the groups, by their place, have a term in the text."""
        return frozenset().union(*[groups for _, groups in self.places(text)])

    def places(self, text: str) -> list[tuple[int, frozenset[int]]]:
        """Where in the text, canonically composed, words of the question stand, and of which groups they are."""
        words = _PIECE.finditer(unicodedata.normalize("NFC", text))
        return [(word.start(), groups) for word in words if (groups := self._groups_of(word.group()))]

    def _groups_of(self, word: str) -> frozenset[int]:
        if word not in self._found:
            stands_for = {term for language in self._languages for term in terms(word, language).split()}
            hits = (index for index, group in enumerate(self._groups) if not group.isdisjoint(stands_for))
            self._found[word] = frozenset(hits)
        return self._found[word]
