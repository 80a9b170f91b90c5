"""Names for what is remembered: short, readable, made of its words."""

from __future__ import annotations

import re
from typing import Final

from graph.text import fold
from vaultkit.memory.shelf.entry import clean

_LONGEST: Final = 60


def slug(text: str) -> str:
    """The words of a text, folded and joined by hyphens, cut at a word; "entry" if it has none.

    Without its secrets, which nobody would know again once their signs are hyphens.
    """
    words = re.findall(r"[^\W_]+", fold(clean(text)))
    name = ""
    for word in words:
        longer = f"{name}-{word}" if name else word[:_LONGEST]
        if len(longer) > _LONGEST:
            break
        name = longer
    return name or "entry"
