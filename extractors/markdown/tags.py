"""What a tag is. Obsidian help: Tags."""

from __future__ import annotations

from typing import Final

from graph.regex import regex

NOT_IN_TAGS: Final = r"\u2000-\u206f\u2e00-\u2e7f'!\"#$%&()*+,.:;<=>?@^`{|}~\[\]\\\s"
"""What no tag holds, for a class of a regular expression."""
_TAG_NAME = regex(rf"[^{NOT_IN_TAGS}/]++(?:/[^{NOT_IN_TAGS}/]++)*+")


def is_tag(name: str) -> bool:
    """Whether a name without `#` is a tag: letters, digits, `-_/` and symbols, not digits alone (help: Tags)."""
    return _TAG_NAME.fullmatch(name) is not None and not name.isdecimal()
