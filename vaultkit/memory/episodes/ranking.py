"""Ranks chunks: BM25F over what is in and around them, then who speaks, whether a time is told, what stands beside it.

Every factor was found on LoCoMo, conversations 1 to 5; benchmarks/README.md says what each is worth on the others.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Sequence
from datetime import date
from typing import Final, NamedTuple

from graph.asking.rank import Candidate, Groups, Statistics, bm25f, rarities
from graph.tokens import question_terms
from vaultkit.indexing.terms import Terms, Where
from vaultkit.memory.episodes.tables import FIELDS, WEIGHTS
from vaultkit.memory.periods import Period, asks_when, tells_when

_SPEAKER: Final = FIELDS.index("speaker")
_SPOKEN: Final = 0.4
"""How much more it counts what is said by the one whom the question names."""
_NAME: Final = 0.4
"""Of the texts in which a word stands, the share said by someone called so: then it names who speaks, and is no word to
look for."""
_TOLD: Final = 0.2
"""How much more a text counts that speaks of a time, if the question asks for one."""
_ASKING: Final = 0.2
"""How much less a text counts that is a question itself."""
_SUBSTANCE: Final = 0.1
"""How much more a text counts that says more: its number of terms to this power, since a few words answer little."""
_AMPLE: Final = 60
"""Terms that say enough."""
_BESIDE: Final = 0.3
"""How much it adds what the best of the same conversation or section score."""
_BEST: Final = 3
_IN_PERIOD: Final = 0.5
"""How much more it counts to be of the days that the question names."""
_RECENT: Final = 0.5
"""How much more it counts to be of today, if recency counts."""


class Preference(NamedTuple):
    """What is preferred beside the words."""

    period: Period | None
    half_life: int
    today: date


class _Facts(NamedTuple):
    """What of a chunk counts beside its terms."""

    whole: str
    """The conversation or section that it is part of."""
    at: str
    text: str


def rank(
    connection: sqlite3.Connection, question: str, where: Where, preference: Preference
) -> list[tuple[str, float]]:
    """(id, score) of the chunks that answer a question, best first; equal ones by id."""
    groups = question_terms(question, _languages(connection))
    if not groups:
        return []
    index, frequencies = Terms(connection, FIELDS), _Frequencies(connection)
    names, words = _told_apart(groups, frequencies)
    candidates = index.find(words, [field.weight for field in WEIGHTS], where)
    facts = _facts(connection, [each.id for each in candidates])
    statistics = index.statistics()._replace(frequency=frequencies.told)
    scores = _by_words(candidates, words, statistics)
    asks = asks_when(question)
    for each in candidates:
        scores[each.id] *= _by_speaker(each, names) * _by_text(facts[each.id].text, asks_when=asks)
        scores[each.id] *= _by_day(facts[each.id].at, preference) * _by_substance(each)
    whole = _by_whole(scores, facts)
    total = {identity: score + _BESIDE * whole[facts[identity].whole] for identity, score in scores.items()}
    return sorted(total.items(), key=lambda item: (-item[1], item[0]))


def _languages(connection: sqlite3.Connection) -> list[str]:
    """The languages of all sources: each found in the index behind the one before, since there are few."""
    return [
        row[0]
        for row in connection.execute(
            "WITH RECURSIVE found (language) AS (SELECT min(language) FROM source UNION ALL"
            " SELECT (SELECT min(language) FROM source WHERE source.language > found.language) FROM found"
            " WHERE language IS NOT NULL) SELECT language FROM found WHERE language IS NOT NULL"
        )
    ]


class _Frequencies:
    """In how many chunks a term stands in one field."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._db = connection
        self._found: dict[str, dict[str, int]] = {}

    def told(self, term: str) -> int:
        """In how many texts themselves: those beside them say nothing of how rare it is."""
        return self._of(term).get("body", 0)

    def speaking(self, term: str) -> int:
        """How many are said by someone of that name."""
        return self._of(term).get("speaker", 0)

    def _of(self, term: str) -> dict[str, int]:
        if term not in self._found:
            rows = self._db.execute("SELECT col, doc FROM frequency WHERE term = ?", (term,))
            self._found[term] = dict(rows.fetchall())
        return self._found[term]


def _facts(connection: sqlite3.Connection, ids: Sequence[str]) -> dict[str, _Facts]:
    """Of every chunk; one that is alone in its file is part of the row of files it stands in."""
    rows = connection.execute(
        "SELECT id, CASE WHEN chunks = 1 AND series > '' THEN series ELSE source || char(31) || whole END, at, text"
        " FROM chunk JOIN source ON source.path = chunk.source WHERE id IN (SELECT value FROM json_each(?))",
        (json.dumps(ids),),
    )
    return {identity: _Facts(*found) for identity, *found in rows}


def _told_apart(groups: Groups, frequencies: _Frequencies) -> tuple[list[frozenset[str]], list[frozenset[str]]]:
    """(names of those who speak, other words) of a question; all are words if there are no others."""
    names = [group for group in groups if _is_name(group, frequencies)]
    words = [group for group in groups if group not in names]
    return names, words or list(groups)


def _is_name(group: frozenset[str], frequencies: _Frequencies) -> bool:
    told, speaking = sum(map(frequencies.told, group)), sum(map(frequencies.speaking, group))
    return speaking > 0 and speaking >= _NAME * told


def _by_words(candidates: Iterable[Candidate], words: Groups, statistics: Statistics) -> dict[str, float]:
    rarity = rarities(words, statistics)
    return {each.id: bm25f(each, words, rarity, WEIGHTS, statistics) for each in candidates}


def _by_speaker(candidate: Candidate, names: Sequence[frozenset[str]]) -> float:
    speaker = candidate.fields[_SPEAKER].split()
    return 1 + _SPOKEN * any(not name.isdisjoint(speaker) for name in names)


def _by_substance(candidate: Candidate) -> float:
    return float(min(candidate.fields[-1].count(" ") + 1, _AMPLE) ** _SUBSTANCE)


def _by_text(text: str, *, asks_when: bool) -> float:
    told = _TOLD if asks_when and tells_when(text) else 0.0
    return (1 + told) * (1 - _ASKING * text.rstrip().endswith(("?", "？")))


def _by_day(at: str, preference: Preference) -> float:
    factor = 1.0
    if not at:
        return factor
    if preference.period and preference.period.first.isoformat() <= at[:10] <= preference.period.last.isoformat():
        factor += _IN_PERIOD
    if preference.half_life:
        age = max(0, (preference.today - date.fromisoformat(at[:10])).days)
        factor += _RECENT * 0.5 ** (age / preference.half_life)
    return factor


def _by_whole(scores: dict[str, float], facts: dict[str, _Facts]) -> dict[str, float]:
    """For each conversation or section the mean of its best scores."""
    found: dict[str, list[float]] = {}
    for identity, score in scores.items():
        found.setdefault(facts[identity].whole, []).append(score)
    return {whole: sum(sorted(each)[-_BEST:]) / len(each[:_BEST]) for whole, each in found.items()}
