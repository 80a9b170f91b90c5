"""What can be the name of something, and which name is short for which."""

from __future__ import annotations

from typing import Final

from graph.concept_names import concept_slug, words_of_name
from graph.stopwords import ALL

_LONGEST: Final = 80
"""Characters; a longer name is a sentence."""
_EMPTY: Final = ALL | {"here", "there", "something", "someone", "everything", "thing", "things", "none", "null", "n/a"}


def is_name(name: str) -> bool:
    """Whether a text can be the name of something: not empty, no sentence, no function word like `it`."""
    if len(name) > _LONGEST or not concept_slug(name):
        return False
    acronym = len(name) > 1 and name.isupper()
    return any(map(str.isalnum, name)) and (acronym or not all(word in _EMPTY for word in name.casefold().split()))


def is_acronym_of(short: str, long: str) -> bool:
    """Whether `short` is made of the first letters of the words of `long`, function words counted or not."""
    letters = short[:-1] if len(short) > 2 and short[-1] == "s" and short[:-1].isupper() else short
    if not (2 <= len(letters) <= 8 and letters.isalpha() and letters.isupper()):
        return False
    words = words_of_name(long)
    telling = [word for word in words if word not in ALL]
    return len(words) > 1 and letters.casefold() in ("".join(word[0] for word in each) for each in (words, telling))
