"""What the router asks every back-end, and how much of it a text answers."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from graph.tokens import DEFAULT_LANGUAGE, question_terms, terms
from vaultkit.memory.recall.settings import Settings

LIMIT = 20
"""Results of a back-end that knows no other limit."""


class Question(NamedTuple):
    """A question, who asks it and when."""

    text: str
    folder: Path
    settings: Settings
    now: datetime


def share_of(question: str, text: str) -> float:
    """The share of the words of a question that stand in a text, whatever their endings: 0 to 1."""
    asked = question_terms(question, (DEFAULT_LANGUAGE,))
    known = set(terms(text, DEFAULT_LANGUAGE).split())
    return round(sum(bool(forms & known) for forms in asked) / len(asked), 3) if asked else 0.0
