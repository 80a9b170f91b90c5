"""Journal, notes and transcripts."""

from __future__ import annotations

from vaultkit.layers.question import MOST, Question
from vaultkit.memory.episodes.fresh import freshen
from vaultkit.memory.episodes.meaning import read_embedding
from vaultkit.memory.episodes.places import read_episodes
from vaultkit.memory.episodes.search import Wanted, search
from vaultkit.memory.episodes.tables import reading
from vaultkit.memory.hit import Hit


def find(question: Question) -> list[Hit]:
    """The passages that answer. Raises VaultkitError if nothing is indexed."""
    half_life, embedding = read_episodes(question.folder).half_life, read_embedding(question.folder)
    wanted = Wanted(MOST, half_life=half_life, embedding=embedding)
    freshen(embedding)
    with reading() as index:
        hits = search(index, question.text, wanted, question.now).hits
    return [question.found_in(hit, f"{hit.heading} {hit.text}") for hit in hits if question.allows(hit.date)]
