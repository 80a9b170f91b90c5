"""What a text is compared by: folding of names."""

from __future__ import annotations

import unicodedata
from typing import Final

from graph.regex import regex

DEFAULT_BUDGET: Final = 1500
"""Tokens that an answer may cost unless somebody says otherwise."""


def fold(name: str) -> str:
    """The form under which Obsidian compares names: case folded, canonically composed.

    `casefold` and not `lower` (Greek final sigma, release notes 1.8.0); NFC on both sides of it, because folding
    can leave decomposed characters behind (release notes 0.9.11). ASCII takes a short cut.
    """
    if name.isascii():
        return name.lower()
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())


def well_formed(text: str) -> str:
    """The text with what is no character replaced: bytes of an argument or a file name that are no UTF-8."""
    return text.encode("utf-8", "replace").decode()


_PLURALS: Final = {
    "canvas": "canvases",
    "class": "classes",
    "community": "communities",
    "entry": "entries",
    "memory": "memories",
}
_NOUNS: Final = {"unresolved": "unresolved name", "external": "external name"}


def counted(number: int, kind: str) -> str:
    """A number of things of a kind, in words: `1 note`, `2 canvases`."""
    noun = _NOUNS.get(kind, kind)
    return f"{number:,} {noun if number == 1 else _PLURALS.get(noun, noun + 's')}"


_GAP = regex(r"[ \t]{2,}|(?<![a-z0-9+.-])[a-z][a-z0-9+.-]*+://[^\s<>()\[\]]*")


def fold_prose(prose: str) -> str:
    """Prose in the form in which mentions are looked for: folded, each gap of blanks one separator, lines kept.

    Every line ends with `\\n`.
    """
    if "\r" in prose:
        prose = prose.replace("\r\n", "\n").replace("\r", "\n")
    return _GAP.sub("\x1f", fold(prose))


def is_cjk(character: str) -> bool:
    """Whether a character belongs to a script written without blanks between words: Han, kana, Hangul."""
    return character >= "\u3040" and (
        character <= "\u30ff"
        or "\u3400" <= character <= "\u9fff"
        or "\uac00" <= character <= "\ud7af"
        or "\uf900" <= character <= "\ufaff"
        or "\U00020000" <= character <= "\U0003ffff"
    )


def count_tokens(text: str) -> int:
    """An estimate of what a text costs a language model: a token for 4 characters, or for each CJK character."""
    cjk = 0 if text.isascii() else sum(map(is_cjk, text))
    return -(-(len(text) - cjk) // 4) + cjk
