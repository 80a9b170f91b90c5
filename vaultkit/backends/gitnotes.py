"""The memories in git notes; relevant is what answers many of the words."""

from __future__ import annotations

import json

from vaultkit.backends.question import LIMIT, Question, share_of
from vaultkit.memory.mem.finding import of_words
from vaultkit.memory.mem.store import find_place, recall_all
from vaultkit.memory.mem.texts import texts_of
from vaultkit.memory.recall.contract import Answer, Result, ranked

NAME = "gitnotes"


def ask(question: Question) -> Answer:
    """The memories in which words of the question stand. Raises VaultkitError."""
    memories = recall_all(find_place(question.folder))
    results = []
    for key in of_words(memories, question.text)[:LIMIT]:
        entry = memories[key]
        text = entry["d"] if isinstance(entry["d"], str) else json.dumps(entry["d"], ensure_ascii=False)
        told = "\n".join([*texts_of(entry["d"]), *entry["g"]])
        results.append(Result(text, share_of(question.text, told), NAME, entry["u"] + "Z"))
    return ranked(question.text, NAME, results, LIMIT)
