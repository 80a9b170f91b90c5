"""What recurs in texts of several days: phrases of one to three words, told with the lines they stand in. Pure."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Final, NamedTuple

from graph.stopwords import ALL
from graph.text import is_cjk
from graph.tokens import guess_language, terms, words_of

_LONGEST: Final = 3
"""Words of a phrase."""
_SHORTEST: Final = 4
"""Letters of a single word that may be a subject."""
_EVERYWHERE: Final = 0.6
"""The share of the days from which on a single word is of the template, and no subject."""
_FEW: Final = 5
"""Days below which that share says nothing."""

_LINK: Final = re.compile(r"!?\[\[[^\[\]]*\]\]|\]\([^()\s]*\)|https?://\S+")
_END: Final = re.compile(r"[.,;:!?()\[\]{}|`\"“”—–]+(?:\s|$)|[。，；：！？、（）「」【】]")


class Line(NamedTuple):
    """A line of a note of some day."""

    day: str
    path: str
    number: int
    text: str


class Recurring(NamedTuple):
    """A phrase, and the first line of each day it stands in."""

    phrase: str
    lines: tuple[Line, ...]


def recurring(lines: Iterable[Line], least: int) -> list[Recurring]:
    """The phrases that stand in lines of at least so many days, the most frequent first.

    Of a phrase and a part of it that recurs on no more days only the longer one is told, of several in the same lines
    one.
    """
    found: dict[tuple[str, ...], dict[str, Line]] = {}
    spelled: dict[tuple[str, ...], str] = {}
    days: set[str] = set()
    for line in lines:
        days.add(line.day)
        for key, phrase in _phrases(line.text):
            found.setdefault(key, {}).setdefault(line.day, line)
            spelled.setdefault(key, phrase)
    enough = {key: by_day for key, by_day in found.items() if len(by_day) >= least}
    covered = _covered(enough)
    kept = [key for key in enough if covered[key] < len(enough[key]) and not _is_template(key, enough[key], days)]
    kept.sort(key=lambda key: (-len(enough[key]), -len(key), key))
    told: dict[tuple[Line, ...], Recurring] = {}
    for key in kept:
        evidence = tuple(enough[key].values())
        told.setdefault(evidence, Recurring(spelled[key], evidence))
    return list(told.values())


def _phrases(text: str) -> Iterator[tuple[tuple[str, ...], str]]:
    """(terms, as written) of the phrases of a line; function words and numbers end one."""
    language = guess_language(text)
    for run in (run for clause in _END.split(_LINK.sub(" . ", text)) for run in _runs(clause)):
        keys = [terms(word, language).split(" ")[0] for word in run]
        for start in range(len(run)):
            for end in range(start + 1, min(start + _LONGEST, len(run)) + 1):
                if end - start > 1 or _is_subject(run[start]):
                    yield tuple(keys[start:end]), " ".join(run[start:end])


def _runs(text: str) -> Iterator[list[str]]:
    run: list[str] = []
    for word in words_of(text):
        if word.casefold() in ALL or word[0].isdecimal() or len(word) < 2:
            if run:
                yield run
            run = []
        else:
            run.append(word)
    if run:
        yield run


def _is_subject(word: str) -> bool:
    return len(word) >= _SHORTEST or (len(word) >= 2 and is_cjk(word[0]))


def _is_template(key: tuple[str, ...], by_day: Mapping[str, Line], days: set[str]) -> bool:
    return len(key) == 1 and len(days) >= _FEW and len(by_day) > _EVERYWHERE * len(days)


def _covered(found: Mapping[tuple[str, ...], Mapping[str, Line]]) -> Counter[tuple[str, ...]]:
    """On how many days at most a longer phrase around each recurs."""
    most: Counter[tuple[str, ...]] = Counter()
    for key, by_day in found.items():
        for size in range(1, len(key)):
            for at in range(len(key) - size + 1):
                part = key[at : at + size]
                most[part] = max(most[part], len(by_day))
    return most
