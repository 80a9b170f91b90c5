"""Untrusted text in XML: characters that XML 1.0 has no place for, and those that mean something in it."""

from __future__ import annotations

import re
from typing import Final

_NO_CHARACTER: Final = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
"""What XML 1.0, production 2 (Char) leaves out."""
_MARKUP: Final = re.compile(r"[&<>\"'\t\n\r]")
_ESCAPES: Final = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;"}


def xml_characters(text: str) -> str:
    """The text, not yet escaped, with U+FFFD in place of what is no character of XML."""
    return _NO_CHARACTER.sub("\N{REPLACEMENT CHARACTER}", text)


def xml_text(text: str) -> str:
    """The text for an element or an attribute; U+FFFD in place of what is no character of XML. Blanks are kept."""
    return _MARKUP.sub(_escape, xml_characters(text))


def xml_id(identity: str) -> str:
    """An id for an element or an attribute: two ids never become one, what is no character is percent-encoded."""
    return _MARKUP.sub(_escape, _NO_CHARACTER.sub(_percent_encoded, identity))


def _percent_encoded(found: re.Match[str]) -> str:
    return "".join(f"%{byte:02X}" for byte in found[0].encode("utf-8", "surrogatepass"))


def _escape(found: re.Match[str]) -> str:
    return _ESCAPES.get(found[0]) or f"&#{ord(found[0])};"
