"""What can be the name of something, and which name is short for which."""

from __future__ import annotations

from typing import Final

from graph.concept_names import acronym, concept_slug, initials
from graph.stopwords import ALL

_LONGEST: Final = 80
"""Characters; a longer name is a sentence."""
_EMPTY: Final = ALL | {
    *("here", "there", "thing", "things", "none", "null", "n/a", "both", "each", "all", "those", "others", "another"),
    *(any_ + one for any_ in ("any", "every", "some", "no") for one in ("thing", "one", "body")),
}
"""Words that name nothing by themselves."""


def is_name(name: str) -> bool:
    """Whether a text can be the name of something: not empty, no sentence, no function word like `it`."""
    if len(name) > _LONGEST or not concept_slug(name):
        return False
    acronym = len(name) > 1 and name.isupper()
    return any(map(str.isalnum, name)) and (acronym or not all(word in _EMPTY for word in name.casefold().split()))


def is_acronym_of(short: str, long: str) -> bool:
    """Whether `short` is made of the first letters of the words of `long`, function words counted or not."""
    letters = acronym(short)
    return bool(letters) and letters in initials(long)
