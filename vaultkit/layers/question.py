"""What every layer is asked."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Final, NamedTuple

from graph.tokens import DEFAULT_LANGUAGE, question_terms, terms, words_of
from vaultkit.memory.periods import Period, timed

MOST: Final = 20
"""Hits of one layer that are looked at."""


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

    def found_in(self, text: str) -> str:
        """Which words of the question stand in a text, as a reason."""
        known = frozenset(terms(text, DEFAULT_LANGUAGE).split())
        asked = frozenset().union(*question_terms(self.words, (DEFAULT_LANGUAGE,)))
        words = [word for word in words_of(self.words) if known & asked & _terms_of(word)]
        return f"has {', '.join(dict.fromkeys(words))}" if words else "beside what was asked"


def _terms_of(word: str) -> frozenset[str]:
    return frozenset(terms(word, DEFAULT_LANGUAGE).split())
