"""The memory branch, asked as people search: the words as they stand, else most of them in any order."""

from __future__ import annotations

from vaultkit.backends.question import Question
from vaultkit.memory.recall.answering import Asked, search, search_words
from vaultkit.memory.recall.contract import Answer
from vaultkit.memory.recall.searching import Pattern

_SHARE = 2 / 3


def ask(question: Question) -> Answer:
    """The memories that hold the question, else two thirds of its words at least; relevant is what is recent.

    Relevance is the time alone, so what has one word of two would end the search before the next back-end is asked.
    """
    asked = Asked(question.folder, question.settings, question.now)
    found = search(asked, Pattern(question.text, ignores_case=True))
    return found if found.status != "empty" else search_words(asked, question.text, _SHARE)
