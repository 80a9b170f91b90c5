"""What every layer is asked."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from pathlib import Path
from typing import Final, NamedTuple

from graph.stopwords import STOP_WORDS
from graph.tokens import DEFAULT_LANGUAGE, guess_language, question_terms, subjects, terms
from vaultkit.memory.hit import Hit
from vaultkit.memory.periods import Period, timed

MOST: Final = 20
"""Hits of one layer that are looked at."""
BESIDE: Final = "beside what was asked"
"""Why a hit is one that has no word of the question: what stands beside it, or its meaning or time, speaks for it."""


class Question(NamedTuple):
    """A question, who asks it and when."""

    text: str
    folder: Path
    now: datetime

    @property
    def words(self) -> str:
        """The question without a time that is said from today on."""
        meant = timed(self.text, self.now)
        return meant.rest if meant.period and meant.period.is_relative and meant.rest else self.text

    @property
    def limit(self) -> Period | None:
        """The days that it is limited to."""
        period = timed(self.text, self.now).period
        return period if period and period.is_relative else None

    def allows(self, date: str) -> bool:
        """Whether something of this time may answer; what has none may."""
        limit = self.limit
        return limit is None or not date or limit.first.isoformat() <= date[:10] <= limit.last.isoformat()

    @property
    def subjects(self) -> list[str]:
        """Its words that carry a subject, each once."""
        return subjects(self.words)

    def words_in(self, text: str) -> tuple[str, ...]:
        """The subjects that stand in a text, whatever their endings: in its language, else in any."""
        asked = self.subjects
        for languages in ({DEFAULT_LANGUAGE, guess_language(text), guess_language(self.words)}, set(STOP_WORDS)):
            known = frozenset().union(*(terms(text, language).split() for language in languages))
            if words := tuple(word for word in asked if _stands(word, known, languages)):
                return words
        return ()

    def found_in(self, hit: Hit, text: str) -> Hit:
        """The hit, with which words of the question stand in a text that speaks for it."""
        return self.answered(hit, self.words_in(text))

    def answered(self, hit: Hit, words: tuple[str, ...]) -> Hit:
        """The hit, with the words of the question that stand in it as the reason."""
        return hit._replace(words=words, why=f"has {', '.join(words)}" if words else BESIDE)


def _stands(word: str, known: frozenset[str], languages: Iterable[str]) -> bool:
    return any(group & known for group in question_terms(word, languages))
