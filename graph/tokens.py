"""Text to search terms: folded, without accents, camelCase and snake_case split, stemmed, CJK in pairs."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable
from functools import cache
from threading import local
from typing import Final

import Stemmer

from graph.regex import regex
from graph.stopwords import ALL, CJK_STOPS, STOP_WORDS

DEFAULT_LANGUAGE: Final = "english"
"""Of a text that is too short to tell."""

_URL = regex(r"https?://[!-~]+")
_CJK = (
    r"\u0e01-\u0e3a\u0e40-\u0eff\u1000-\u109f\u1780-\u17ff"
    r"\u3005-\u3007\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff"
)
"""Scripts without blanks between words, or (Hangul) with endings on them: Han and kana, Thai, Lao, Khmer, Burmese."""
_MARKS = (
    r"\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed"
    r"\u0900-\u0963\u0980-\u0dff\u1ab0-\u1aff\u1dc0-\u1dff\u200c\u200d\ufe20-\ufe2f"
)
"""Accents and vowel signs: inside a word, they are no end of it."""
_LETTERS = rf"[^\W_{_CJK}]++(?:[{_MARKS}]++[^\W_{_CJK}]*+)*+"
_WORD = regex(rf"[{_CJK}]+|{_LETTERS}(?:['’]{_LETTERS})?")
_ASCII_WORD = regex(r"[A-Za-z0-9]++(?:'[A-Za-z0-9]++)?")
"""The same where there is nothing but ASCII, as in most code."""
_IS_CJK = regex(rf"[{_CJK}]")
_PARTS = regex(r"[A-Z]{2,}s(?![a-z])|[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
"""In the shape of a word: `HTTP|Server`, `user|IDs`."""
_PHRASE_STOP = regex("|".join(sorted((stop for stop in CJK_STOPS if len(stop) > 1), key=len, reverse=True)))
_SINGLES = "".join(stop for stop in CJK_STOPS if len(stop) == 1)
_HIRAGANA = r"\u3041-\u309f"
_KANA_STOPS = re.sub(f"[^{_HIRAGANA}]", "", _SINGLES)
_HAN_STOPS = re.sub(f"[{_HIRAGANA}]", "", _SINGLES)
_SINGLE_STOP = regex(
    rf"(?<![{_HIRAGANA}])[{_KANA_STOPS}](?![{_HIRAGANA}])"
    rf"|(?:^|(?<=\S\S))[{_HAN_STOPS}](?:(?=\S\S)|$)|(?<=\s)[{_HAN_STOPS}]|[{_HAN_STOPS}](?=\s)"
)
"""A particle between words or beside a question word; not a character of a word that is as short (目的, まとめ)."""
_KANA = regex(r"[\u3040-\u30ff]")
_AGENT = regex(r"[a-z]{3,}er")
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
    if not text:
        return ""
    table = _table(language)
    return " ".join([table[word] for word in words_of(text)])


def question_terms(question: str, languages: Iterable[str]) -> list[frozenset[str]]:
    """What a question asks for: for each word that carries a subject, the terms it may stand as in an index.

    Function and question words are left out, unless there is nothing else. Words of a compound name are asked for
    one by one.
    """
    spoken = sorted({*languages, DEFAULT_LANGUAGE})
    asked: dict[frozenset[str], None] = {}
    for word in subjects(question) or words_of(question):
        for group in _groups(word, spoken):
            asked[group] = None
    return list(asked)


def with_verbs(groups: Iterable[frozenset[str]]) -> list[frozenset[str]]:
    """The groups, those of an agent noun with the stem of its verb: who asks for a handler means what handles, too.

    Snowball leaves `-er` alone (snowballstem.org, Porter2: only `-izer` and `-ator` come to their verbs).
    """
    return [group.union(*(_verbs(term) for term in group)) for group in groups]


def _verbs(term: str) -> Iterable[str]:
    """The stems of which an agent noun may be made: `handl` of `handler`, `mapp` and `map` of `mapper`."""
    if _AGENT.fullmatch(term):
        yield term[:-2]
        if term[-3] == term[-4]:
            yield term[:-3]


def subjects(question: str) -> list[str]:
    """The words of a question that carry a subject, as they are written, each once."""
    return [word for word in dict.fromkeys(words_of(question)) if _bare(word).casefold() not in ALL]


def words_of(text: str) -> list[str]:
    """The words of a text as they are written, runs of CJK whole; no addresses."""
    if text.isascii():
        return _ASCII_WORD.findall(_without_addresses(text))
    return _WORD.findall(_without_addresses(unicodedata.normalize("NFKC", text)))


def _without_addresses(text: str) -> str:
    return _URL.sub(" ", text) if "://" in text else text


def _is_cjk(word: str) -> bool:
    return not word.isascii() and _IS_CJK.match(word) is not None


def _groups(word: str, languages: list[str]) -> Iterable[frozenset[str]]:
    if _is_cjk(word):
        for term in _asked_of(word):
            yield frozenset([term])
    else:
        whole = frozenset(term for language in languages for term in _stems(word, language))
        for part in dict.fromkeys(_parts(word)) or [word]:
            yield whole.union(term for language in languages for term in _stems(part, language))


def _asked_of(run: str) -> list[str]:
    """The pairs of a run without its particles and question words, or all of them if there is nothing else."""
    pieces = _SINGLE_STOP.sub(" ", _PHRASE_STOP.sub(" ", run)).split()
    telling = [piece for piece in pieces if len(piece) > 1 or not _KANA.match(piece)]
    return [pair for piece in telling or [run] for pair in _pairs(piece)]


class _Table(dict[str, str]):
    """Word to its terms in one language, worked out once."""

    def __init__(self, language: str) -> None:
        super().__init__()
        self._language = language

    def __missing__(self, word: str) -> str:
        found: dict[str, None] = {}
        if _is_cjk(word):
            found.update(dict.fromkeys(_pairs(word)))
            found.update(dict.fromkeys(_KANA.sub("", word)))
        else:
            for part in (word, *_parts(word)):
                found.update(dict.fromkeys(_stems(part, self._language)))
        self[word] = " ".join(found)
        return self[word]


@cache
def _table(language: str) -> _Table:
    return _Table(language)


class _Stemmers(local):
    """The stemmers of one thread: Snowball's keep the word that they are at."""

    def __init__(self) -> None:
        self.of: dict[str, Stemmer.Stemmer] = {}


_stemmers: Final = _Stemmers()


def _stemmer(language: str) -> Stemmer.Stemmer:
    if language not in _stemmers.of:
        _stemmers.of[language] = Stemmer.Stemmer(language)
    return _stemmers.of[language]


def _stems(word: str, language: str) -> list[str]:
    """The stem without accents, and for a word with accents the stem of the word without: people leave them out."""
    folded = _bare(word).casefold()
    stem = _stemmer(language).stemWord
    if folded.isascii():
        return [stem(folded)] if folded else []
    return list(dict.fromkeys(filter(None, (_plain(stem(folded)), stem(_plain(folded))))))


def _plain(word: str) -> str:
    decomposed = unicodedata.normalize("NFKD", word)
    return "".join(character for character in decomposed if not unicodedata.combining(character))


def _bare(word: str) -> str:
    """The longer side of an apostrophe: `l'index`, `Anna's`."""
    before, _, after = word.replace("’", "'").partition("'")
    return after if len(after) > len(before) else before


def _parts(word: str) -> list[str]:
    """The parts of camelCase, PascalCase or letters beside digits; none of a word, an acronym or a number."""
    bare = _bare(word)
    shape = bare if bare.isascii() else "".join(map(_shape, bare))
    parts = [bare[match.start() : match.end()] for match in _PARTS.finditer(shape)]
    return parts if len(parts) > 1 else []


def _shape(character: str) -> str:
    return "A" if character.isupper() else "0" if character.isdecimal() else "a"


def _pairs(run: str) -> list[str]:
    return [run[start : start + 2] for start in range(len(run) - 1)] or [run]
