"""Journal, notes and transcripts; relevant is what answers many of the words."""

from __future__ import annotations

from vaultkit.backends.question import LIMIT, Question, share_of
from vaultkit.memory.episodes.search import Wanted, search
from vaultkit.memory.episodes.tables import index_file, reading
from vaultkit.memory.recall.contract import EMPTY, Answer, Result, ranked

NAME = "episodes"


def ask(question: Question) -> Answer:
    """The passages in which words of the question stand. Raises VaultkitError."""
    if not index_file().exists():
        return Answer(question.text, NAME, error_code=EMPTY)
    with reading() as index:
        hits = search(index, question.text, Wanted(LIMIT), question.now).hits
    results = [Result(hit.text, share_of(question.text, f"{hit.heading} {hit.text}"), NAME, hit.date) for hit in hits]
    return ranked(question.text, NAME, results, LIMIT)
