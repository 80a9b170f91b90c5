"""HTML in Markdown: which blocks it makes, how far a tag, comment or autolink reaches (CommonMark 0.31)."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from graph.regex import regex

_OPEN_TAG = (
    r"<[A-Za-z][A-Za-z0-9-]*+"
    r"(?:\s++[A-Za-z_:][\w.:-]*+(?:\s*+=\s*+(?:[^\s\"'=<>`]++|'[^']*+'|\"[^\"]*+\"))?+)*+\s*+/?>"
)
_CLOSING_TAG = r"</[A-Za-z][A-Za-z0-9-]*+\s*+>"
_BLOCK_TAGS = (
    "address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt"
    "|fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main"
    "|menu|menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead"
    "|title|tr|track|ul"
)

_ANY_CASE = re.ASCII | re.IGNORECASE
BLANK_LINE: Final = regex(r"$")
_BLOCKS: Final = tuple(
    (regex(opening, _ANY_CASE), regex(closing, _ANY_CASE) if closing else BLANK_LINE)
    for opening, closing in (
        (r"<(?:script|pre|style|textarea)(?:\s|>|$)", "</(?:script|pre|style|textarea)>"),
        ("<!--", "-->"),
        (r"<\?", r"\?>"),
        ("<![a-z]", ">"),
        (r"<!\[CDATA\[", r"\]\]>"),
        (rf"</?(?:{_BLOCK_TAGS})(?:\s|/?>|$)", ""),
        (rf"(?:{_OPEN_TAG}|{_CLOSING_TAG})\s*$", ""),
    )
)
"""How the seven kinds of HTML block begin and end."""

_TAG = regex(f"{_OPEN_TAG}|{_CLOSING_TAG}", re.ASCII)
_AUTOLINK = regex(
    r"<(?:[A-Za-z][A-Za-z0-9+.-]{1,31}:[^\x00-\x20\x7f<>]*+"
    r"|[\w.!#$%&'*+/=?^`{|}~-]++@[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?)>",
    re.ASCII,
)
_DECLARATION = regex(r"<![A-Za-z]")
_EMPTY_COMMENTS: Final = ("<!-->", "<!--->")
_BETWEEN: Final = (("<!--", "-->"), ("<?", "?>"), ("<![CDATA[", "]]>"))


def html_block_end(text: str, start: int, end: int, in_paragraph: bool) -> re.Pattern[str] | None:
    """What the last line holds of the HTML block that text[start:end], a line, begins (CommonMark 4.6).

    `BLANK_LINE` if a blank line ends the block; None if the line begins no block. A line of one tag that
    is not a block's cannot interrupt a paragraph.
    """
    for opening, closing in _BLOCKS[:-1] if in_paragraph else _BLOCKS:
        if opening.match(text, start, end):
            return closing
    return None


def inline_html_end(text: str, at: int, end: int, find: Callable[[str, int], int]) -> int:
    """Past the autolink or HTML (tag, comment ..) that opens at `at`, or -1 (CommonMark 6.5, 6.6).

    `find(mark, position)` is `text.find` up to `end`.
    """
    if found := _TAG.match(text, at, end) or _AUTOLINK.match(text, at, end):
        return found.end()
    for empty in _EMPTY_COMMENTS:
        if text.startswith(empty, at, end):
            return at + len(empty)
    for opening, closing in _BETWEEN:
        if text.startswith(opening, at, end):
            close = find(closing, at + len(opening))
            return close + len(closing) if close >= 0 else -1
    if _DECLARATION.match(text, at, end):
        return find(">", at) + 1 or -1
    return -1
