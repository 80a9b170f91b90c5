"""Text as it can be written: characters, and nothing else."""

from __future__ import annotations


def well_formed(text: str) -> str:
    """The text with what is no character replaced: a byte that is no UTF-8, half a surrogate pair.

    In a locale that is not UTF-8, arguments come as bytes in disguise (PEP 383): they are read as UTF-8.
    """
    try:
        return text.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
    except UnicodeEncodeError:
        return text.encode("utf-8", "replace").decode()
