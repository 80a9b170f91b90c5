"""The default shelf: what it keeps for this project or for all; relevant is what answers many of the words."""

from __future__ import annotations

from vaultkit.backends.question import LIMIT, Question, share_of
from vaultkit.config import absolute
from vaultkit.memory.recall.contract import EMPTY, Answer, Result, ranked
from vaultkit.memory.shelf.asking import search
from vaultkit.memory.shelf.entry import Knowledge
from vaultkit.memory.shelf.places import DEFAULT, place_of
from vaultkit.memory.shelf.store import open_store

NAME = "shelf"
_CANDIDATES = 100


def ask(question: Question) -> Answer:
    """The knowledge in which words of the question stand. Raises VaultkitError."""
    place = place_of(DEFAULT)
    if not place.is_connected:
        return Answer(question.text, NAME, error_code=EMPTY)
    with open_store(place.folder) as store:
        found = search(store, question.text, ["knowledge"], _CANDIDATES)
    here = {"", absolute(question.folder).name}
    entries = [each for each in found.entries if isinstance(each, Knowledge)]
    results = [
        Result(each.content.data, share_of(question.text, f"{each.name} {each.content.data}"), NAME, each.created_at)
        for each in entries
        if not each.content.scopes or here & set(each.content.scopes)
    ]
    return ranked(question.text, NAME, results, LIMIT)
