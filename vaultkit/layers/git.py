"""The memories of the project in git: notes of the branch, and files of the memory branch."""

from __future__ import annotations

import json

from graph.asking.fusion import fused
from vaultkit.config import read_settings as read_configuration
from vaultkit.errors import VaultkitError
from vaultkit.git.refs import list_refs
from vaultkit.git.repository import open_repository
from vaultkit.layers.question import MOST, Question
from vaultkit.memory.hit import Hit
from vaultkit.memory.mem.finding import of_words
from vaultkit.memory.mem.store import find_place, recall_all
from vaultkit.memory.mem.summary import summarise
from vaultkit.memory.recall.answering import Asked, search_words
from vaultkit.memory.recall.contract import Result
from vaultkit.memory.recall.memory import brief_of
from vaultkit.memory.recall.settings import Settings, read_settings

_MANY = 1_000_000


def find(question: Question) -> list[Hit]:
    """The memories that answer. Raises VaultkitError without a repository."""
    repository = open_repository(question.folder)
    settings = read_settings(question.folder, read_configuration(question.folder).get("recall", {}))
    has_branch = bool(list_refs(repository, f"refs/heads/{settings.branch}"))
    rankings = [_of_notes(question), _of_branch(question, settings) if has_branch else []]
    return [hit for hit, _ in fused(rankings)][:MOST]


def _of_notes(question: Question) -> list[Hit]:
    place = find_place(question.folder)
    memories = recall_all(place)
    hits = []
    for key in of_words(memories, question.words)[:MOST]:
        entry = memories[key]
        text = entry["d"] if isinstance(entry["d"], str) else json.dumps(entry["d"], ensure_ascii=False)
        if question.allows(entry["u"]):
            hit = Hit("git", key, f"mem:{place.name}/{key}", entry["u"], text, "", summarise(entry["d"]))
            hits.append(question.found_in(hit, f"{text} {' '.join(entry['g'])}"))
    return hits


def _of_branch(question: Question, settings: Settings) -> list[Hit]:
    """The memories with at least half of the words, those with most of them first, then the latest."""
    asked = Asked(question.folder, settings._replace(max_results=_MANY), question.now)
    answer = search_words(asked, question.words)
    if answer.status == "error":
        raise VaultkitError(f"the memory branch could not be searched: {answer.error_message}")
    found = [_hit(question, settings, result) for result in answer.results if question.allows(result.timestamp)]
    return sorted(found, key=lambda hit: -len(hit.words))[:MOST]


def _hit(question: Question, settings: Settings, result: Result) -> Hit:
    identity, place = f"{settings.branch}@{result.timestamp}", f"{settings.branch}:{settings.memory_dir}"
    text = result.content
    return question.found_in(Hit("git", identity, place, result.timestamp, text, "", brief_of(text)), text)
