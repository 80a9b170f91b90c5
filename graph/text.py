"""What a text is compared by: folding of names."""

from __future__ import annotations

import unicodedata


def fold(name: str) -> str:
    """The form under which Obsidian compares names: case folded, canonically composed.

    `casefold` and not `lower` (Greek final sigma, release notes 1.8.0); NFC on both sides of it, because folding
    can leave decomposed characters behind (release notes 0.9.11). ASCII takes a short cut.
    """
    if name.isascii():
        return name.lower()
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())
