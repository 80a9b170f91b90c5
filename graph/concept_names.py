"""When two names are the same concept: case, Unicode form, plural and hyphens do not count, everything else does."""

from __future__ import annotations

import unicodedata
from typing import Final

from graph.regex import regex
from graph.stopwords import ALL

SAME_AS: Final = "same_as"
"""An acronym to what it is short for; no model is asked for these."""
INVISIBLE: Final = frozenset(
    map(chr, (0xAD, 0x200B, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2060, 0x206A), 0xFEFF))
)
"""Characters that nobody sees: they say where a word may break, or in which direction it runs."""
_LONGEST_ACRONYM: Final = 8
_BETWEEN: Final = regex(r"[^a-z0-9+.#]+")
_WORD: Final = regex(r"[a-z]{4,}\Z")
_KEPT: Final = regex(
    r"(?:ss|us|(?<!\bap)is|os|aas|ics)\Z|(?:\A|-)(?:always|atlas|btrfs|canvas|cors|css|hdfs|https|jenkins|kubernetes|lens|news"
    r"|pandas|postgres|series|species|windows)\Z"
)
"""Words that end in s and are no plurals."""
_SIBILANT: Final = regex(r"(?:ss|x|sh|zz|tus|(?<!\bca)(?<!ni)ch)es\Z")


def concept_slug(name: str) -> str:
    """What a name is compared by: folded, words joined by hyphens, the last one in the singular; "" for no name.

    `+`, `#` and `.` stay, so that C, C++ and C# are three (ASR1603 is not ASR1605: nothing fuzzy is done).
    """
    return _singular("-".join(words_of_name(name)).rstrip(".-"))


def acronym(name: str) -> str:
    """The folded letters of a name that may be short for another, its plural's s left out; "" for any other name."""
    letters = name[:-1] if len(name) > 2 and name[-1] == "s" and name[:-1].isupper() else name
    is_one = 2 <= len(letters) <= _LONGEST_ACRONYM and letters.isascii() and letters.isalpha() and letters.isupper()
    return letters.casefold() if is_one else ""


def initials(name: str) -> frozenset[str]:
    """What a name of several words may be short as: the first letters of its words, function words counted or not."""
    words = words_of_name(name)
    telling = [word for word in words if word not in ALL]
    found = {"".join(word[0] for word in each) for each in (words, telling)} if len(words) > 1 else set()
    return frozenset(each for each in found if 2 <= len(each) <= _LONGEST_ACRONYM and each.isascii() and each.isalpha())


def words_of_name(name: str) -> list[str]:
    """The folded words of a name, `+`, `#` and `.` in them; marks belong to the letters before them."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    if folded.isascii():
        return _BETWEEN.sub(" ", folded).split()
    seen = (sign for sign in folded if sign not in INVISIBLE)
    return "".join(sign if sign in "+.#" or sign.isalnum() or _is_mark(sign) else " " for sign in seen).split()


def _is_mark(sign: str) -> bool:
    return unicodedata.category(sign).startswith("M")


def _singular(words: str) -> str:
    """English plurals only: their rule is simple, and the names of things are English in notes of any language."""
    last = words.rpartition("-")[2]
    if not last.endswith("s") or not _WORD.match(last) or _KEPT.search(words):
        return words
    if last.endswith("ies") and len(last) > 4:
        return words[:-3] + "y"
    return words[:-2] if _SIBILANT.search(last) else words[:-1]
