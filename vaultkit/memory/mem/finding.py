"""Which memories are meant: by topic, by words, by tag, by entity. Over the whole data, not its summaries. Pure."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from typing import Final

from graph.tokens import DEFAULT_LANGUAGE, question_terms
from vaultkit.memory.mem.entry import RANK, Entry, Memories, important_first
from vaultkit.memory.mem.texts import texts_of

_IN_NAMES: Final = 2
"""What a word in an entity or tag of a memory counts beside one in its text."""
_SHORTEST: Final = 3
"""Characters of a term that is looked for inside words."""
_NAMED, _IN_NAME, _BEGINS_WORD, _INSIDE = range(4)
"""How near a memory is to a topic; what only stands inside some word of it may be chance."""


def of_topic(memories: Memories, topic: str) -> list[str]:
    """The ids of the memories of a topic: one of their entities or tags is or holds it, or it stands in their data.

    The important first, then those that name it, then the latest. A topic that nothing speaks of as it stands is
    looked for word by word.
    """
    wanted = " ".join(_folded(topic).split())
    near = {key: nearness for key, entry in memories.items() if (nearness := _nearness(entry, wanted)) is not None}
    if not near:
        return of_words(memories, topic)
    near_first = sorted(important_first(memories, near), key=lambda key: near[key])
    return sorted(near_first, key=lambda key: (near[key] == _INSIDE, _rank(memories[key])))


def of_words(memories: Memories, query: str) -> list[str]:
    """The ids of the memories in which words of a query stand: the most telling first, then the important, the latest.

    Endings do not matter, function words are left out.
    """
    words = [_pattern(forms) for forms in question_terms(query, (DEFAULT_LANGUAGE,))]
    if not words and query.strip():
        words = [re.compile(re.escape(_folded(query.strip())))]
    scores = {key: score for key, entry in memories.items() if (score := _score(entry, words))}
    return sorted(important_first(memories, scores), key=lambda key: -scores[key])


def of_tag(memories: Memories, tag: str) -> list[str]:
    """The ids of the memories with a tag, the latest first."""
    wanted = tag.casefold().lstrip("#")
    return [key for key, entry in reversed(memories.items()) if wanted in (each.casefold() for each in entry["g"])]


def entity_named(entities: Iterable[str], name: str) -> str | None:
    """The entity of this name, else the shortest one that holds it; None if there is none."""
    wanted = " ".join(name.casefold().split())
    holding = [each for each in entities if wanted and wanted in each]
    return min(holding, key=lambda each: (len(each), each), default=None)


def _nearness(entry: Entry, wanted: str) -> int | None:
    if not wanted:
        return None
    names = [*entry["e"], *map(str.casefold, entry["g"])]
    if wanted in names:
        return _NAMED
    if any(wanted in name or (len(name) >= _SHORTEST and wanted.startswith(name)) for name in names):
        return _IN_NAME
    text = _text(entry)
    if wanted not in text:
        return None
    return _BEGINS_WORD if re.search(rf"(?<!\w){re.escape(wanted)}", text) else _INSIDE


def _score(entry: Entry, words: list[re.Pattern[str]]) -> int:
    """How often the words stand in the data, in its entities and tags twice."""
    text, names = _text(entry), _folded("\n".join([*entry["e"], *entry["g"]]))
    return sum(len(word.findall(text)) + _IN_NAMES * len(word.findall(names)) for word in words)


def _pattern(forms: frozenset[str]) -> re.Pattern[str]:
    """A word in one of its forms; a short one only as a whole word, unless its script has no blanks."""
    choices = (rf"\b{form}\b" if len(form) < _SHORTEST and form.isascii() else form for form in map(re.escape, forms))
    return re.compile("|".join(sorted(choices, key=len, reverse=True)))


def _text(entry: Entry) -> str:
    return _folded("\n".join(texts_of(entry["d"])))


def _folded(text: str) -> str:
    """Text as it is compared: case folded, without accents."""
    text = text.casefold()
    if text.isascii():
        return text
    decomposed = unicodedata.normalize("NFKD", text)
    return unicodedata.normalize("NFC", "".join(each for each in decomposed if not unicodedata.combining(each)))


def _rank(entry: Entry) -> int:
    return RANK.get(entry["i"], len(RANK))
