"""Untrusted text in Markdown: in prose, in a cell of a table, as code."""

from __future__ import annotations

import re
from typing import Final

_MARKUP: Final = re.compile(r"([\\`*_\[\]<>#|~=$%&!^{}])")
_ADDRESS: Final = re.compile(r"(?<=[a-z]):(?=//)|(?<=\w)@(?=\w)|(?<=www)\.", re.IGNORECASE)
"""Where GitHub would make a link of what stands there, or tell somebody of it."""
_MENTION: Final = re.compile(r"(?<!\w)@(?=\w)")


def escape(text: str) -> str:
    """The text as one line of Markdown that says just that text, in Obsidian and on GitHub, in a table too.

    What looks like an address or a person's name there is broken by an entity: it links nowhere.
    """
    escaped = _MARKUP.sub(r"\\\1", one_line(text))
    return _MENTION.sub("&#64;", _ADDRESS.sub(lambda found: f"&#{ord(found[0])};", escaped))


def code(text: str) -> str:
    """The text as code in Markdown: nothing in it means anything. A `|` would end the cell of a table: it is `¦`."""
    clean = one_line(text.replace("`", " ")).replace("|", "\N{BROKEN BAR}")
    return f"`{clean}`" if clean else ""


def one_line(text: str) -> str:
    """The text without line breaks and characters that do not show."""
    shown = text if text.isprintable() else "".join(each if each.isprintable() else " " for each in text)
    return " ".join(shown.split())


def shortened(text: str, most: int) -> str:
    """The text, its end left out if it has more than so many characters."""
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"
