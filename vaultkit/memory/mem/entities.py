"""What a memory speaks of: its explicit fields, hashtags, quoted phrases, names, and words that carry a meaning."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Any, Final

from graph.stopwords import ALL, CJK_STOPS
from graph.tokens import words_of
from vaultkit.memory.mem.doing import is_doing
from vaultkit.memory.mem.texts import SAMPLE
from vaultkit.memory.redact import REDACTED

LIMIT: Final = 15
"""Entities of a memory."""
TOP: Final = 3
"""Of which so many stand for it in the index."""
_FIELDS: Final = "topic topics subject subjects name category categories area areas project tags about title"
"""Keys whose values name a subject."""
_GENERIC: Final = (
    "decision reason alternatives preference context learned learning task tasks status blockers note notes summary "
    "description text content value values type kind data info detail details key item items question answer user "
    "previous progress date time version result results why what rationale options option"
)
"""Words, most of them keys, that say how data is put, not what it speaks of."""
_NUMBERS: Final = (
    "one two three four five six seven eight nine ten eleven twelve hundred thousand million first second third once "
    "twice eins zwei drei vier fünf sechs sieben acht neun zehn erste zweite dritte uno dos tres cuatro cinco seis "
    "siete ocho nueve diez deux trois quatre cinq sept huit neuf dix"
)
"""Words that count what a text speaks of."""
_PHRASE: Final = 30
_CJK_PIECE: Final = 12

_HASHTAG = re.compile(r"(?<![\w/&#])#([^\W\d]\w{1,30})")
_QUOTED = re.compile(r"[\"“「『«]([^\"“”「」『』«»\n]{2,30})[\"”」』»]|(?<!\w)'([^'\n]{2,30})'(?!\w)")
_SENTENCE = re.compile(r"(?<=[.!?:;。！？])\s+|\n+")
_TOKEN = re.compile(r"[^\W_][\w.+#-]*[\w+#]|[^\W_]")
_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff\u0e01-\u0e3a\u0e40-\u0eff]")
_CJK_STOP = re.compile("|".join(map(re.escape, sorted(CJK_STOPS, key=len, reverse=True))))


def entities_of(data: Any) -> list[str]:
    """The entities of a memory, in lower case, the most telling first: at most 15."""
    texts, named, keys = _gather(data)
    joined = "\n".join(texts)[:SAMPLE]
    names = list(_names(texts))
    found = (
        *named,
        *(match[1] for match in _HASHTAG.finditer(joined)),
        *(match[1] or match[2] for match in _QUOTED.finditer(joined) if len(match[0].split()) <= 4),
        *names,
        *_key_terms(joined),
        *keys,
    )
    folded = (" ".join(entity.casefold().split()).strip("#.,;:!?") for entity in found)
    return list(dict.fromkeys(entity for entity in folded if _is_telling(entity)))[:LIMIT]


def _gather(data: Any) -> tuple[list[str], list[str], list[str]]:
    """(texts, values of the fields that name a subject, keys that do) of a memory."""
    texts: list[str] = []
    named: list[str] = []
    keys: list[str] = []

    def visit(value: Any) -> None:
        if isinstance(value, str):
            texts.append(value)
        elif isinstance(value, list):
            for item in value:
                visit(item)
        elif isinstance(value, dict):
            for key, item in value.items():
                if key.casefold() in _FIELDS.split():
                    named.extend(_short(item))
                elif key.casefold() not in _GENERIC.split():
                    keys.append(key.replace("_", " "))
                visit(item)

    visit(data)
    return texts, named, keys


def _short(value: Any) -> Iterator[str]:
    """The values of a field that can stand as a name."""
    for item in value if isinstance(value, list) else [value]:
        if isinstance(item, str) and len(item) <= 2 * _PHRASE:
            yield item


def _names(texts: Iterable[str]) -> Iterator[str]:
    """Runs of at most three capitalised words. One that only begins a sentence has its capital from there."""
    for text in texts:
        for sentence in _SENTENCE.split(text[:SAMPLE]):
            tokens = _TOKEN.findall(sentence)
            is_name = len(tokens) <= 3 and all(map(_is_capital, tokens))
            run: list[str] = []
            for at, token in enumerate([*tokens, ""]):
                if at == 0 and is_doing(token.casefold()):
                    continue
                begins = at == 0 and not is_name and not _has_shape(token) and not _is_capital("".join(tokens[1:2]))
                if token and _is_capital(token) and not begins and token.casefold() not in ALL and len(run) < 3:
                    run.append(token)
                    continue
                if run:
                    yield " ".join(run)
                run = []


def _is_capital(token: str) -> bool:
    return token[:1].isupper()


def _has_shape(token: str) -> bool:
    """Whether a word is written as names are: `PostgreSQL`, `OAuth2`, `API`."""
    return any(character.isupper() or character.isdecimal() for character in token[1:])


def _key_terms(text: str) -> list[str]:
    """Words that carry a meaning, the frequent first; those that say what is done only after the others."""
    counts, doing = Counter[str](), set[str]()
    generic = {*_GENERIC.split(), *_NUMBERS.split()}
    words = words_of(text)
    for word, following in pairwise([*words, ""]):
        if _CJK.match(word):
            counts.update(piece for piece in _CJK_STOP.sub(" ", word).split() if 1 < len(piece) <= _CJK_PIECE)
        elif len(word) >= 3 and word.casefold() not in generic:
            counts[word.casefold()] += 1
            if is_doing(word.casefold(), following.casefold()):
                doing.add(word.casefold())
    return sorted(counts, key=lambda word: (word in doing, -counts[word]))


def _is_telling(entity: str) -> bool:
    letters = sum(map(str.isalpha, entity))
    return 1 < len(entity) <= 2 * _PHRASE and letters > 0 and entity not in ALL and entity not in REDACTED
