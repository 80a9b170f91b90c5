"""Text to search terms: folded, without accents, camelCase and snake_case split, stemmed, CJK in pairs."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable
from functools import cache
from typing import Final

import Stemmer

from graph.stopwords import ALL, CJK_STOPS, STOP_WORDS

DEFAULT_LANGUAGE: Final = "english"
"""Of a text that is too short to tell."""

_URL = re.compile(r"https?://\S+")
_CJK = r"\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_WORD = re.compile(rf"[{_CJK}]+|[^\W_{_CJK}]+(?:['’][^\W_{_CJK}]+)?")
_IS_CJK = re.compile(rf"[{_CJK}]")
_PARTS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[^\WA-Z\d_]+|\d+")
_CJK_STOP = re.compile("|".join(sorted(CJK_STOPS, key=len, reverse=True)))
_SAMPLE: Final = 4000
"""Characters that are enough to tell a language."""
_ENOUGH: Final = 3
"""Function words that tell a language."""


def guess_language(text: str) -> str:
    """The language most of whose function words stand in the text, by its Snowball name."""
    words = Counter(word for word in text[:_SAMPLE].casefold().split() if word in ALL)
    counts = {language: sum(words[word] for word in words.keys() & stops) for language, stops in STOP_WORDS.items()}
    best = max(counts, key=lambda language: counts[language])
    return best if counts[best] >= _ENOUGH else DEFAULT_LANGUAGE


def terms(text: str, language: str) -> str:
    """The search terms of a text, blank-separated, in order."""
    table = _table(language)
    return " ".join([table[word] for word in _WORD.findall(_URL.sub(" ", text))])


def question_terms(question: str, languages: Iterable[str]) -> list[frozenset[str]]:
    """What a question asks for: for each word that carries a subject, the terms it may stand as in an index.

    Function and question words are left out, unless there is nothing else. Words of a compound name are asked for
    one by one.
    """
    spoken = sorted({*languages, DEFAULT_LANGUAGE})
    words = list(dict.fromkeys(_WORD.findall(_URL.sub(" ", question))))
    telling = [word for word in words if word.casefold() not in ALL]
    asked: dict[frozenset[str], None] = {}
    for word in telling or words:
        for group in _groups(word, spoken):
            asked[group] = None
    return list(asked)


def _groups(word: str, languages: list[str]) -> Iterable[frozenset[str]]:
    if _IS_CJK.match(word):
        for run in _CJK_STOP.sub(" ", word).split() or [word]:
            for pair in _pairs(run):
                yield frozenset([pair])
    else:
        for part in _PARTS.findall(word) if _is_compound(word) else [word]:
            yield frozenset(term for language in languages for term in _stems(part, language))


class _Table(dict[str, str]):
    """Word to its terms in one language, worked out once."""

    def __init__(self, language: str) -> None:
        super().__init__()
        self._language = language

    def __missing__(self, word: str) -> str:
        found: dict[str, None] = {}
        if _IS_CJK.match(word):
            found.update(dict.fromkeys(_pairs(word)))
        else:
            for part in (word, *_PARTS.findall(word)) if _is_compound(word) else (word,):
                found.update(dict.fromkeys(_stems(part, self._language)))
        self[word] = " ".join(found)
        return self[word]


@cache
def _table(language: str) -> _Table:
    return _Table(language)


@cache
def _stemmer(language: str) -> Stemmer.Stemmer:
    return Stemmer.Stemmer(language)


def _stems(word: str, language: str) -> list[str]:
    """The stem without accents, and for a word with accents the stem of the word without: people leave them out."""
    folded = unicodedata.normalize("NFKC", word).casefold().partition("'")[0].partition("’")[0]
    stem = _stemmer(language).stemWord
    if folded.isascii():
        return [stem(folded)] if folded else []
    return list(dict.fromkeys(filter(None, (_plain(stem(folded)), stem(_plain(folded))))))


def _plain(word: str) -> str:
    decomposed = unicodedata.normalize("NFKD", word)
    return "".join(character for character in decomposed if not unicodedata.combining(character))


def _is_compound(word: str) -> bool:
    """camelCase, PascalCase or letters beside digits; not a word, an acronym or a number."""
    return len(_PARTS.findall(word)) > 1


def _pairs(run: str) -> list[str]:
    folded = unicodedata.normalize("NFKC", run)
    return [folded[start : start + 2] for start in range(len(folded) - 1)] or [folded]
