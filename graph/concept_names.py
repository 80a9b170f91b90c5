"""When two names are the same concept: case, Unicode form, plural and hyphens do not count, everything else does."""

from __future__ import annotations

import unicodedata
from typing import Final

from graph.regex import regex

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


def words_of_name(name: str) -> list[str]:
    """The folded words of a name, `+`, `#` and `.` in them; marks belong to the letters before them."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    if folded.isascii():
        return _BETWEEN.sub(" ", folded).split()
    return "".join(sign if sign in "+.#" or sign.isalnum() or _is_mark(sign) else " " for sign in folded).split()


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
